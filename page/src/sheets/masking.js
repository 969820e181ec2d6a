import { painted } from '../browser/painting.js';
import { pictures } from '../model/pictures.js';

/** @import { GridBoard } from '../model/types.js' */

/** The copies that the server has, or is about to get. @type {Set<string>} */
const brought = new Set();

/**
 * Bring to the server the copies of a picture that others are shown, with what is covered painted over, as far as it has
 * none. What does not come about is tried again with the next change of the board.
 * @param {string} encounter @param {string} key @param {GridBoard} board
 */
export async function masked(encounter, key, board) {
  const address = pictures.value.get(board.picture ?? '');
  if (!address) return;
  for (const { mask, areas } of board.covers ?? []) {
    if (!mask || brought.has(mask)) continue;
    brought.add(mask);
    const taken = await bring(`/api/encounters/${encounter}/pictures/${board.picture}/masks/${mask}`, key, address, areas.map(([x, y, wide, high]) => [x / board.width, y / board.height, wide / board.width, high / board.height])).catch(() => false);
    if (!taken) brought.delete(mask);
  }
}

/** Return whether the server has a copy, now. @param {string} path @param {string} key @param {string} address @param {import('../browser/painting.js').Part[]} over */
async function bring(path, key, address, over) {
  const how = { headers: { Authorization: `Bearer ${key}` }, credentials: /** @type {const} */ ('omit'), referrerPolicy: /** @type {const} */ ('no-referrer') };
  const there = await fetch(path, how);
  void there.body?.cancel();
  if (there.status !== 204) return there.ok;
  const image = new Image();
  image.src = address;
  await image.decode();
  const copy = await painted(image, over);
  if (!copy) return false;
  const answer = await fetch(path, { ...how, method: 'PUT', body: copy, headers: { ...how.headers, 'Content-Type': copy.type } });
  return answer.ok;
}
