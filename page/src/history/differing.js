/**
 * What differs between two moments of a history, with the lines that made it so.
 *
 * @import { History } from './history.js'
 * @import { View } from '../model/types.js'
 *
 * @typedef {{n: number, before: unknown, after: unknown}} Change
 * @typedef {{who: string, what: string, before: unknown, after: unknown, changes: Change[]}} Differing
 */
import { plain } from '../model/facts.js';
import { under } from '../model/under.js';

/** What a side holds is called so. */
const HAND = 'hand';

/**
 * Return every value of a fight that differs at line `upto` from what it was at line `since`: pools first.
 * @param {History} past
 * @param {number} since
 * @param {number} upto
 * @returns {Differing[]}
 */
export function differing(past, since, upto) {
  const [one, other] = [past.view(past.index(since)), past.view(past.index(upto))];
  const values = new Map([...valuesOf(other), ...valuesOf(one)].map((each) => [`${each.who} ${each.what}`, each]));
  return [...values.values()]
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

/** Return what a value is in a view: somebody's, a door's, or what a side or a place holds; null where there is none. @param {View} view @param {string} who @param {string} what */
export function read(view, who, what) {
  if (what === 'reserve') return view.reserve.some((one) => one.id === who) ? 'waiting' : null;
  if (what === 'door') return doorWords(doors(view).find((door) => door.id === who));
  const each = view.combatants.find((one) => one.id === who);
  const held = under(each?.carried ?? {}, what) ?? under(view.hands, what === HAND ? who : `${what}:${who}`);
  if (held) return listed(held);
  if (!each) return null;
  if (each.pools[what]) return each.pools[what].now;
  if (what in each.resources) return each.resources[what] ?? 0;
  if (what === 'conditions') return each.conditions.map((condition) => condition.name).join(', ');
  if (what === 'at' || what === 'life') return each[what];
  return worded(under(each.stance, what));
}

/** Return things as people read them. @param {string[]} things */
function listed(things) {
  return things.map(plain).join(', ');
}

/** Return a value of any kind as a number or words. @param {unknown} value @returns {string | number | null} */
function worded(value) {
  if (value === null || value === undefined || typeof value === 'number') return value ?? null;
  return Array.isArray(value) ? listed(value.map(String)) : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Return whose values there are in a view, and which: of those who fight, then hands, who waits in reserve, doors. @param {View} view @returns {{who: string, what: string}[]} */
function valuesOf(view) {
  const own = view.combatants.flatMap((each) => [...Object.keys(each.pools), 'life', 'conditions', 'at', ...Object.keys(each.resources), ...Object.keys(each.carried), ...Object.keys(each.stance)].map((what) => ({ who: each.id, what })));
  const held = Object.keys(view.hands).map((holder) => {
    const cut = holder.indexOf(':');
    return cut < 0 ? { who: holder, what: HAND } : { who: holder.slice(cut + 1), what: holder.slice(0, cut) };
  });
  return [...own, ...held, ...view.reserve.map(({ id }) => ({ who: id, what: 'reserve' })), ...doors(view).map(({ id }) => ({ who: id, what: 'door' }))];
}

/** @param {View} view */
function doors({ board }) {
  return board.kind === 'grid' ? board.doors : [];
}

/** @param {{open: boolean, lock: string | null} | undefined} door */
function doorWords(door) {
  return door ? [door.open ? 'open' : 'closed', door.lock].filter(Boolean).join(', ') : null;
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
