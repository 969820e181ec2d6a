import { signal } from '../../vendor/vendor.mjs';

/** @import { Board, Cover } from './types.js' */

/** The pictures under boards by their hashes, each as an address that this page alone knows; of whoever does not see all of one, the copy that they are shown. */
export const pictures = signal(/** @type {ReadonlyMap<string, string>} */ (new Map()));
/** The seat that looks at the board, '' for everybody; null sees what is covered too. */
export const own = signal(/** @type {string | null} */ (null));
/** Through whose eyes the board is seen instead. */
export const as = signal(/** @type {string | null} */ (null));

/** By its hash what is fetched last of a picture. @type {Map<string, string>} */
const wanted = new Map();

/** Return what of a picture is covered from a seat; from the first of those that see least without one. @param {Board} board @param {string | null} seat @returns {Cover | null} */
export function coverOf(board, seat) {
  const covers = (board.kind === 'grid' && board.covers) || [];
  return covers.find((each) => seat !== null && each.seats?.includes(seat)) ?? covers[0] ?? null;
}

/**
 * Fetch what the one who looks is shown of the picture that a board names, unless it is there already. A copy that nobody
 * has brought yet is asked for again.
 * @param {string} path @param {string} key @param {Board} board @param {number} [wait]
 */
export async function fetched(path, key, board, wait = 1000) {
  const name = board.kind === 'grid' ? board.picture : null;
  if (!name) return;
  const mask = own.value === null ? null : coverOf(board, own.value)?.mask;
  const what = mask ? `${name}/masks/${mask}` : name;
  if (wanted.get(name) === what) return;
  wanted.set(name, what);
  const headers = key ? { Authorization: `Bearer ${key}` } : undefined;
  const answer = await fetch(`${path}/pictures/${what}`, { ...(headers && { headers }), credentials: 'omit', referrerPolicy: 'no-referrer' }).catch(() => null);
  const picture = answer?.status === 200 ? await answer.blob().catch(() => null) : null;
  const good = picture && (mask || [null, name].includes(await hashed(picture)));
  if (wanted.get(name) !== what) return;
  if (good) return shown(name, picture);
  wanted.delete(name);
  if (answer?.status === 204) setTimeout(() => wanted.has(name) || void fetched(path, key, board, Math.min(2 * wait, 30_000)), wait);
}

/** Show a picture wherever a board names it. @param {string} name @param {Blob} picture */
export function shown(name, picture) {
  pictures.value = new Map([...pictures.value, [name, URL.createObjectURL(picture)]]);
}

/** Return the name of a picture, its SHA-256 hash; null where the browser offers no cryptography. @param {Blob} picture */
export async function hashed(picture) {
  if (!crypto.subtle) return null;
  const digest = await crypto.subtle.digest('SHA-256', await picture.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
