import { allowed, best, oddsWith } from './fill.js';

/** @import { Choices, View } from '../model/types.js' */
/** @import { Chip } from './chips.js' */
/** @import { Picked } from './fill.js' */

/**
 * Return the best chance of a chip against somebody of another side, with what is picked already; null where nothing is
 * thrown for. What harms nobody and can be done to no foe has that of one's own side.
 * @param {Choices} choices @param {Chip} chip @param {Picked} picked @param {View | null} view
 */
export function bestAgainst(choices, chip, picked, view) {
  const target = targetOf(chip);
  if (!target || target.name in picked) return best(choices, chip, picked);
  const found = foes(chip, view, picked);
  if (!found.length && !harms(choices, chip, picked)) return best(choices, chip, picked);
  const chances = found.flatMap((value) => best(choices, chip, { ...picked, [target.name]: value }) ?? []);
  return chances.length ? Math.max(...chances) : null;
}

/** Return the field that says who something is done to, if a chip has one. @param {Chip} chip */
export function targetOf(chip) {
  return chip.fields.find((field) => field.means === 'combatant' && field.values.length > 0) ?? null;
}

/** Return who of another side a chip may be done to. @param {Chip} chip @param {View | null} view @param {Picked} [picked] */
export function foes(chip, view, picked = {}) {
  const target = targetOf(chip);
  const sides = new Map(view?.combatants.map((each) => [each.id, each.side]));
  return target ? allowed(chip, target, picked).filter((value) => sides.get(String(value)) !== sides.get(chip.who ?? '')) : [];
}

/** Return whether something is known to harm: an attack, and what somebody loses something by. @param {Choices} choices @param {Chip} chip @param {Picked} picked */
export function harms(choices, chip, picked) {
  return chip.group === 'attack' || oddsWith(choices, chip, picked).some((odds) => odds.losses.length > 0);
}
