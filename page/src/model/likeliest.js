import { computed } from '../../vendor/vendor.mjs';
import { onBoard } from '../offers/fields.js';
import { missing } from '../offers/fill.js';
import { bestAgainst, foes, targetOf } from '../offers/foes.js';
import { mayStandReady } from '../offers/ready.js';

/** @import { ReadonlySignal } from '../../vendor/vendor.mjs' */
/** @import { Chip } from '../offers/chips.js' */
/** @import { Table } from './store.js' */
/** @import { Choices, View } from './types.js' */

/**
 * What can be done to somebody of another side with the best odds. While the odds are counted it is what had them before,
 * or what could have them: what is shown then stays where it is.
 * @param {Table} table @param {ReadonlySignal<Chip[]>} chips
 */
export function likeliestOf(table, chips) {
  /** What had the best odds when they were last known. */
  let known = /** @type {string | null} */ (null);
  const likeliest = computed(() => {
    const [choices, view] = [table.choices.value, table.view.value];
    if (!choices) return null;
    const able = chips.value.filter((each) => mayStandReady(each) && missing(each, {}).every((field) => onBoard(field) && field.values.length));
    if (!choices.odds) return able.find(isKnown) ?? able.find((each) => each.rolls === true && foes(each, view).length > 0) ?? null;
    const ranked = able.map((each) => ({ each, chance: chance(choices, each, view) })).filter((one) => one.chance >= 0);
    const [first] = ranked.sort((one, other) => other.chance - one.chance);
    known = first?.each.key ?? null;
    return first?.each ?? null;
  });
  /** Return whether a chip had the best odds when they were last known. @param {Chip} chip */
  const isKnown = (chip) => chip.key === known;
  return { likeliest, isKnown };
}

/** Return the best chance of a chip against somebody of another side, -1 where none is known. @param {Choices} choices @param {Chip} chip @param {View | null} view */
function chance(choices, chip, view) {
  return targetOf(chip) && !foes(chip, view).length ? -1 : (bestAgainst(choices, chip, {}, view) ?? -1);
}
