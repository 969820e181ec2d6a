/** @import { Chip } from './chips.js' */

/** What gives up a place, a turn or a fight, and what is said: it stands ready only for whoever wished for it. */
const WISHED = new Set(['move', 'end', 'table', 'words']);
/** What somebody may well do again. */
const AGAIN = new Set(['attack', 'ability', 'item']);

/** Return whether a chip may stand ready though nobody wished for it yet; a way that is still to be measured may. @param {Chip} chip */
export function mayStandReady(chip) {
  return !WISHED.has(chip.group) || chip.fields.some((field) => field.open?.kind === 'number');
}

/** Return whether one may well do the same again: then it stands ready the next time. @param {Chip} chip */
export function isDoneAgain(chip) {
  return AGAIN.has(chip.group);
}

/** Return the one thing that can be done, if it may stand ready. @param {Chip[]} chips */
export function onlyOf(chips) {
  const [only, ...others] = chips.filter((each) => each.group !== 'end');
  return only && !others.length && mayStandReady(only) ? only : null;
}
