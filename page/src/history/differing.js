/**
 * What differs between two moments of a history, with the lines that made it so.
 *
 * @import { History } from './history.js'
 * @import { View } from '../model/types.js'
 *
 * @typedef {{n: number, before: unknown, after: unknown}} Change
 * @typedef {{who: string, what: string, before: unknown, after: unknown, changes: Change[]}} Differing
 */

/**
 * Return every value of a combatant that differs at line `upto` from what it was at line `since`: pools first.
 * @param {History} past
 * @param {number} since
 * @param {number} upto
 * @returns {Differing[]}
 */
export function differing(past, since, upto) {
  const [one, other] = [past.view(past.index(since)), past.view(past.index(upto))];
  const ids = [...new Set([...other.combatants, ...one.combatants].map((each) => each.id))];
  return ids
    .flatMap((who) => [...new Set([...names(one, who), ...names(other, who)])].map((what) => ({ who, what })))
    .map(({ who, what }) => ({ who, what, before: read(one, who, what), after: read(other, who, what) }))
    .filter(({ before, after }) => !same(before, after))
    .map((each) => ({ ...each, changes: changes(past, each.who, each.what, since, upto) }))
    .map((each) => ({ ...each, main: isMain(other, each.who, each.what) }))
    .sort((a, b) => rank(a) - rank(b));
}

/**
 * Return the lines that changed a value and count at `upto`, oldest first.
 * @param {History} past
 * @param {string} who
 * @param {string} what
 * @param {number} since
 * @param {number} upto
 * @returns {Change[]}
 */
export function changes(past, who, what, since, upto) {
  const [from, to] = [past.index(since), past.index(upto)];
  /** @type {Change[]} */
  const found = [];
  let before = read(past.view(from), who, what);
  for (let index = from + 1; index <= to; index += 1) {
    const n = past.line(index);
    const undone = past.entry(n)?.undone_by ?? null;
    if (undone !== null && undone <= upto) continue;
    const after = read(past.view(index), who, what);
    if (!same(before, after)) found.push({ n, before, after });
    before = after;
  }
  return found;
}

/** Return what a combatant's value is in a view; null where there is none. @param {View} view @param {string} who @param {string} what */
export function read(view, who, what) {
  const each = view.combatants.find((one) => one.id === who);
  if (!each) return null;
  if (each.pools[what]) return each.pools[what].now;
  if (what in each.resources) return each.resources[what] ?? 0;
  if (what === 'conditions') return each.conditions.map((condition) => condition.name).join(', ');
  return what === 'at' || what === 'life' ? each[what] : null;
}

/** @param {View} view @param {string} who */
function names(view, who) {
  const each = view.combatants.find((one) => one.id === who);
  return each ? [...Object.keys(each.pools), 'life', 'conditions', 'at', ...Object.keys(each.resources)] : [];
}

/** Return whether a value is the first pool of somebody. @param {View} view @param {string} who @param {string} what */
function isMain(view, who, what) {
  return Object.keys(view.combatants.find((one) => one.id === who)?.pools ?? {})[0] === what;
}

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  return one === other;
}

/** What was lost most stands first, then what was gained, then what became of whom and where; what is used up each turn last. @param {Differing & {main: boolean}} each */
function rank({ before, after, what, main }) {
  if (main && typeof before === 'number' && typeof after === 'number') return after - before - 1e6;
  return ['life', 'conditions', 'at'].includes(what) ? 1 : 2;
}
