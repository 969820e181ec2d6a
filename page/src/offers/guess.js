/**
 * What a field means where the server does not say so yet: found by comparing its values with what is there.
 *
 * @import { Open, View } from '../model/types.js'
 */

/** Return what closed values mean: combatant, square, tile, zone, rank, or a choice in words. @param {unknown[]} values @param {View} view */
export function guessed(values, view) {
  const words = values.filter((each) => each !== null);
  if (!words.length || words.some((each) => typeof each !== 'string')) return 'choice';
  const fits = [
    ['combatant', new Set(view.combatants.map((each) => each.id))],
    [placeKind(view), new Set(places(view))],
  ].filter(([, there]) => words.every((each) => /** @type {Set<string>} */ (there).has(/** @type {string} */ (each))));
  const [only] = fits;
  return fits.length === 1 && only ? /** @type {string} */ (only[0]) : 'choice';
}

/** Return what an open field means. @param {Open} open @param {View} view */
export function guessedOpen(open, view) {
  return open.kind === 'path' ? placeKind(view) : open.kind;
}

/** Return what a place is called on a board. @param {View} view */
export function placeKind(view) {
  return { grid: 'square', tiles: 'tile', zones: 'zone', ranks: 'rank' }[view.board.kind];
}

/** @param {View} view @returns {string[]} */
function places({ board }) {
  if (board.kind === 'tiles') return board.tiles.map((each) => each.id);
  if (board.kind === 'zones') return board.zones.map((each) => each.id);
  if (board.kind === 'ranks') return ['front', 'rear'];
  return Array.from({ length: board.width * board.height }, (_, n) => `${n % board.width}:${Math.floor(n / board.width)}`);
}

/** Return the group of an offer by the words of its name. @param {string} name @param {boolean} aims */
export function guessedGroup(name, aims) {
  if (/^(end|pass|decline|wait)(_|$)/.test(name)) return 'end';
  if (/^(move|walk|go)(_|$)/.test(name)) return 'move';
  return aims ? 'attack' : 'else';
}
