/** @import { Dispute } from '../model/types.js' */

/** Return the disputes of what stands in some lines. @param {Dispute[]} all @param {number} from @param {number} to */
export function disputesOf(all, from, to) {
  return all.filter((each) => each.of >= from && each.of <= to);
}

/** Return the disputes as they stood at a line. @param {Dispute[]} all @param {number} at @returns {Dispute[]} */
export function disputesAt(all, at) {
  return all.filter(({ line }) => line <= at).map((each) => (each.settled !== null && each.settled > at ? { ...each, result: null, settled: null } : each));
}
