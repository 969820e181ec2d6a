/** @import { Entry } from '../model/types.js' */

/** Return the ways of the last move that still counts, as the entries tell it, place by place. @param {Entry[]} entries */
export function trailsOf(entries) {
  return ways(entries.findLast((each) => each.moves?.length && each.undone_by === null));
}

/** Return the ways that were gone with the command that ends in a line. @param {Entry[]} entries @param {number} n */
export function trailsAt(entries, n) {
  return ways(entries.findLast((each) => each.moves?.length && each.n <= n && n <= each.last));
}

/** @param {Entry | undefined} entry */
function ways(entry) {
  return (entry?.moves ?? []).map((each) => each.places);
}
