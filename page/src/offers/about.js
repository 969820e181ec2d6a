import { isList, isPlace } from './fields.js';

/** @import { Chip } from './chips.js' */
/** @import { Picked } from './fill.js' */

/** Words come last, and what ends something after them. */
const LAST = new Set(['say', 'seal', 'hand_over', 'concede', 'end_encounter']);

/**
 * Return what may be said about somebody at any time: what is made for them, or can be aimed at them.
 * @param {Chip[]} chips
 * @param {string} who
 * @returns {{chip: Chip, picked: Picked}[]}
 */
export function aboutWho(chips, who) {
  const own = chips.filter((chip) => chip.who === who).map((chip) => ({ chip, picked: {} }));
  const aimed = chips.filter((chip) => chip.who !== who).flatMap((chip) => {
    const field = chip.fields.find((each) => each.means === 'combatant' && !each.open && each.values.includes(who));
    return field ? [{ chip, picked: { [field.name]: who } }] : [];
  });
  return [...own, ...aimed].sort((one, other) => Number(LAST.has(one.chip.do)) - Number(LAST.has(other.chip.do)));
}

/**
 * Return what may be said about a place.
 * @param {Chip[]} chips
 * @param {string} at
 * @returns {{chip: Chip, picked: Picked}[]}
 */
export function aboutPlace(chips, at) {
  return chips.flatMap((chip) => {
    const field = chip.fields.find((each) => isPlace(each) && (each.open ? !each.values.length || each.values.includes(at) : each.values.includes(at)));
    return field ? [{ chip, picked: { [field.name]: isList(field) ? [at] : at } }] : [];
  });
}
