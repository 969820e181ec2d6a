import { isPlace } from './fields.js';

/** @import { View } from '../model/types.js' */
/** @import { Chip } from './chips.js' */
/** @import { Field } from './fields.js' */

/**
 * Return whether whatever a field may be is chosen by pressing it on the board: the first person and the first place of
 * what is armed are, where they stand there.
 * @param {Chip} chip @param {Field} field @param {View | null} view
 */
export function isPressed(chip, field, view) {
  if (isPlace(field)) return chip.fields.find(isPlace)?.name === field.name;
  if (chip.fields.find((each) => each.means === 'combatant')?.name !== field.name || !field.values.length) return false;
  return field.values.every((value) => view?.combatants.some((each) => each.id === value && each.at));
}
