import { rankKey } from '../board/marks.js';
import { under } from '../model/under.js';

/** @import { Reach } from '../board/marks.js' */
/** @import { Combatant, View } from '../model/types.js' */
/** @import { Draft } from './begin.js' */

/** Return an opening with some of its places changed, each in the field that the server named; null takes one away. @param {Draft} draft @param {Map<string, string | null>} changed @returns {Record<string, unknown>} */
export function placed({ opening, places }, changed) {
  const copy = structuredClone(opening);
  for (const [who, place] of changed) {
    const field = under(places, who);
    if (field !== undefined) write(copy, steps(field), place);
  }
  return copy;
}

/** Return the steps of a JSON Pointer. @param {string} pointer */
function steps(pointer) {
  return pointer.split('/').slice(1).map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** @param {any} within @param {string[]} path @param {string | null} value */
function write(within, [step = '', ...rest], value) {
  if (rest.length) write(within[step], rest, value);
  else if (value === null) delete within[step];
  else within[step] = value;
}

/** Return where somebody stands as the board calls it: a rank belongs to a side. @param {View} view @param {Combatant} each */
export function keyOf(view, each) {
  return view.board.kind === 'ranks' ? rankKey(each.side, each.at) : each.at;
}

/** Return the place that an opening states, of what the board calls it. @param {View} view @param {Combatant} each @param {string} key */
export function placeOf(view, each, key) {
  return view.board.kind === 'ranks' ? key.slice(each.side.length + 1) : key;
}

/** Return the places that somebody can be put on, beside the squares, of which each can be. @param {View} view @param {Combatant} each @returns {Map<string, Reach>} */
export function reachOf({ board }, each) {
  const found = {
    grid: () => /** @type {string[]} */ ([]),
    tiles: () => (board.kind === 'tiles' ? board.tiles.map((tile) => tile.id) : []),
    zones: () => (board.kind === 'zones' ? board.zones.map((zone) => zone.id) : []),
    ranks: () => ['front', 'rear'].map((rank) => rankKey(each.side, rank)),
  }[board.kind]();
  return new Map(found.map((place) => [place, { text: '', picked: false, far: false }]));
}
