/** @import { Entry } from '../model/types.js' */

/**
 * The sections of a chronicle: one a round, with the turns in it.
 * @typedef {{round: number | null, items: ({entry: Entry} | {turn: string})[]}} Section
 */

/**
 * Return the entries in sections.
 * @param {Entry[]} entries
 * @returns {Section[]}
 */
export function sections(entries) {
  /** @type {Section[]} */
  const found = [{ round: null, items: [] }];
  for (const entry of entries) {
    found[found.length - 1]?.items.push({ entry });
    if (entry.undone_by !== null) continue;
    const told = entry.text.replace(/“[^”]*”/g, ''); // what a person said begins nothing
    const round = /\bround (\d+) began/i.exec(told);
    if (round) found.push({ round: Number(round[1]), items: [] });
    const turn = /(?:^|; |: )(\S+) had the turn\b/.exec(told) ?? / chose (\S+) to act\b/.exec(told);
    if (turn?.[1]) found[found.length - 1]?.items.push({ turn: turn[1] });
  }
  return found.filter((section) => section.items.length > 0 || section.round !== null);
}
