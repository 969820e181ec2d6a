/** Return the last place of an ascending list that is no more than a number, -1 for none. @param {number[]} all @param {number} n */
export function lastUpTo(all, n) {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (/** @type {number} */ (all[middle]) <= n) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
