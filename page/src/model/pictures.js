import { signal } from '../../vendor/vendor.mjs';

/** @import { Board } from './types.js' */

/** The pictures under boards by their hashes, each as an address that this page alone knows. */
export const pictures = signal(/** @type {ReadonlyMap<string, string>} */ (new Map()));

/** @type {Set<string>} */
const wanted = new Set();

/** Fetch the picture that a board names, unless it is there already. @param {string} path @param {string} key @param {Board} board */
export async function fetched(path, key, board) {
  const name = board.kind === 'grid' ? board.picture : null;
  if (!name || wanted.has(name)) return;
  wanted.add(name);
  const headers = key ? { Authorization: `Bearer ${key}` } : undefined;
  const answer = await fetch(`${path}/pictures/${name}`, { ...(headers && { headers }), credentials: 'omit', referrerPolicy: 'no-referrer' }).catch(() => null);
  const picture = answer?.ok ? await answer.blob().catch(() => null) : null;
  if (picture && [null, name].includes(await hashed(picture))) shown(name, picture);
  else wanted.delete(name);
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
