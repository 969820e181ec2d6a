import { call, LONG, Problem, problem } from '../model/call.js';
import { painted } from '../browser/painting.js';
import { hashed, shown } from '../model/pictures.js';
import { words } from '../strings/open.js';
import { placed } from './places.js';

/** @import { Draft } from './begin.js' */

export const MAPS = '.dd2vtt,.uvtt,.df2vtt';
export const PICTURES = '.png,.jpg,.jpeg,.webp';

/** Why a picture or map is not taken: a sentence of the page. */
export class Untaken extends Error {}

/**
 * Return a draft on the board of a map file, or with a picture under its squares, and what is to be told of the map.
 * Where not everybody can stand on it as before, nobody stands anywhere yet. Raises Problem, Untaken.
 * @param {Draft} draft @param {File} file @returns {Promise<Draft>}
 */
export async function mapped(draft, file) {
  const isMap = MAPS.split(',').some((ending) => file.name.toLowerCase().endsWith(ending));
  const map = isMap ? await parsed(file) : null;
  const { board, told } = map ? await call('/api/maps', { body: { ...map, image: '' }, patience: LONG }) : { board: draft.opening.board, told: [] };
  const image = map ? inside(map) : file;
  const picture = image && (await made(image));
  const opening = { ...draft.opening, board: { ...board, ...(picture && { picture: picture.name }) } };
  const held = await call('/api/drafts', { body: opening, patience: LONG }).catch((problem) => {
    const nobody = new Map(Object.keys(draft.places).map((who) => [who, null]));
    if (!map || !nobody.size) throw problem;
    return call('/api/drafts', { body: placed({ ...draft, opening }, nobody) }).catch(() => {
      throw problem;
    });
  });
  if (picture) shown(picture.name, picture.blob);
  return { ...draft, ...held, picture, told };
}

/** @param {File} file @returns {Promise<Record<string, unknown>>} */
async function parsed(file) {
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new Untaken(words.noMap);
  }
}

/** Return the picture that a map file holds, if it holds one. @param {Record<string, unknown>} map */
function inside(map) {
  if (typeof map.image !== 'string' || !map.image) return null;
  try {
    const text = atob(map.image.slice(map.image.lastIndexOf(',') + 1));
    return new Blob([Uint8Array.from(text, (sign) => sign.charCodeAt(0))]);
  } catch {
    throw new Untaken(words.noPicture);
  }
}

/** Make a picture anew, so that nothing of where it comes from goes along, and return it with its name. @param {Blob} image */
async function made(image) {
  const bitmap = await createImageBitmap(image).catch(() => null);
  if (!bitmap) throw new Untaken(words.noPicture);
  const blob = await painted(bitmap);
  if (!blob) throw new Untaken(words.pictureTooLarge);
  const name = await hashed(blob);
  if (!name) throw new Untaken(words.noHashes);
  return { name, blob };
}

/** Bring the picture of a draft to the fight that it has become. Raises Problem. @param {Draft} draft @param {string} encounter @param {Record<string, string>} keys */
export async function brought(draft, encounter, keys) {
  if (!draft.picture) return;
  const { name, blob } = draft.picture;
  const host = draft.seats.find(({ role }) => role === 'referee') ?? draft.seats.find(({ role }) => role !== 'spectator');
  const answer = await fetch(`/api/encounters/${encounter}/pictures/${name}`, {
    method: 'PUT', body: blob, headers: { Authorization: `Bearer ${keys[host?.seat ?? '']}`, 'Content-Type': blob.type }, credentials: 'omit', referrerPolicy: 'no-referrer',
  });
  if (!answer.ok) throw new Problem(answer.status, problem(await answer.text()));
}
