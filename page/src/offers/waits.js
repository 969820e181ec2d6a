import { isPlace } from './fields.js';

/** @import { Combatant, Preview } from '../model/types.js' */
/** @import { Chip } from './chips.js' */

/** What is done to somebody, or with something, waits for the button. */
const DEEDS = new Set(['attack', 'item', 'ability']);

/**
 * Return whether what a chip says may go at once when it is complete: it rolls nothing, can be taken back alone, is
 * no deed, and nothing is left to say that one might want to say.
 * @param {Chip} chip
 */
export function mayGoAtOnce(chip) {
  return chip.rolls === false && chip.final === false && !DEEDS.has(chip.group) && chip.fields.every((field) => (isPlace(field) || !field.open) && !(field.optional && field.values.length > 1));
}

/** Return whether nothing speaks against sending a command without asking. @param {Preview | null} told */
export function isHarmless(told) {
  return told !== null && !told.rolls && !told.final && !told.uses.length && !told.provokes.length && !told.ruling;
}

/**
 * Return an attack that whoever would end the turn could still make on somebody of another side, or null.
 * @param {Chip[]} chips
 * @param {Combatant[]} all
 */
export function stillCould(chips, all) {
  const sides = new Map(all.map((each) => [each.id, each.side]));
  return chips.find((chip) => chip.group === 'attack' && chip.fields.some((field) => field.means === 'combatant'
    && field.values.some((value) => sides.has(String(value)) && sides.get(String(value)) !== sides.get(chip.who ?? '')))) ?? null;
}
