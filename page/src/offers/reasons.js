/** @import { Reason } from '../model/types.js' */

/** What is merely not yet needs no reason. */
export const LATER = new Set(['out_of_turn', 'wrong_phase', 'decision_pending', 'no_trigger']);
const SHOWN = 1;

/**
 * Return why an actor cannot do some things now: a few to show, and how many more there are.
 * @param {Reason[]} reasons
 * @param {string | null} who
 * @returns {{shown: Reason[], more: Reason[]}}
 */
export function notNow(reasons, who) {
  const own = reasons.filter((each) => each.who === who && !LATER.has(each.code));
  return { shown: own.slice(0, SHOWN), more: own.slice(SHOWN) };
}
