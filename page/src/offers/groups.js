import { isPlace } from './fields.js';

/** @import { Chip } from './chips.js' */

/** Return the chips that end something and need nothing more: they are buttons of their own. @param {Chip[]} chips */
export function endsOf(chips) {
  return chips.filter((chip) => chip.group === 'end' && !chip.fields.some((field) => !field.optional));
}

/** Return all other chips. @param {Chip[]} chips */
export function restOf(chips) {
  const ends = endsOf(chips);
  return chips.filter((chip) => !ends.includes(chip));
}

/** Groups that stand in a row of their own; what is in others shares one. */
const ROWS = ['answer', 'attack'];
/** What shares a row stands in this order; what has no place here comes last. */
const ORDER = ['ability', 'item', 'move', 'other', 'referee', 'table', 'words'];

/** Return chips by group, answers and attacks first. @param {Chip[]} chips @returns {[string, Chip[]][]} */
export function grouped(chips) {
  const rows = ROWS.map((group) => /** @type {[string, Chip[]]} */ ([group, chips.filter((chip) => chip.group === group && weight(chip) < 2)]));
  const taken = new Set(rows.flatMap(([, some]) => some));
  const rest = chips.filter((chip) => !taken.has(chip)).sort((one, other) => weight(one) - weight(other) || place(one) - place(other));
  const all = rows.map(([group, some]) => /** @type {[string, Chip[]]} */ ([group, [...some].sort((one, other) => weight(one) - weight(other))]));
  return [...all, /** @type {[string, Chip[]]} */ (['other', rest])].filter(([, some]) => some.length > 0);
}

/** @param {Chip} chip */
function place(chip) {
  const at = ORDER.indexOf(chip.group);
  return at < 0 ? ORDER.length : at;
}

/** Return how far back a chip stands: what is done to somebody first, what is done to a place with something last. @param {Chip} chip */
function weight(chip) {
  if (chip.fields.some((field) => field.means === 'combatant' && !field.optional)) return 0;
  return Object.keys(chip.fixed).length && chip.fields.some(isPlace) ? 2 : 1;
}

/** Return the chips in the order in which they are shown and numbered. @param {Chip[]} chips */
export function numbered(chips) {
  return grouped(restOf(chips)).flatMap(([, some]) => some);
}
