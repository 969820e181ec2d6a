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

/** Return chips by group, attacks first. @param {Chip[]} chips @returns {[string, Chip[]][]} */
export function grouped(chips) {
  const groups = new Map([['attack', /** @type {Chip[]} */ ([])]]);
  for (const chip of [...chips].sort((one, other) => weight(one) - weight(other))) groups.set(chip.group, [...(groups.get(chip.group) ?? []), chip]);
  const many = [...groups].filter(([group, some]) => group === 'attack' || some.length > 2);
  const few = [...groups].filter(([group, some]) => group !== 'attack' && some.length <= 2).flatMap(([, some]) => some);
  const other = many.find(([group]) => group === 'other');
  if (other) other[1] = [...few, ...other[1]];
  else if (few.length) many.push(['other', few]);
  return many.filter(([, some]) => some.length > 0);
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
