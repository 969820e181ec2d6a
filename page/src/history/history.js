/**
 * A fight as a bundle tells it: how things stood after each command, without a call a step. Nothing here touches the page.
 *
 * @import { Dispute, Entry, View } from '../model/types.js'
 * @import { Operation } from '../model/patch.js'
 * @import { Chances } from './ways.js'
 *
 * @typedef {{n: number, view?: View, patch?: Operation[], left: Record<string, [number, number]>}} Step
 * @typedef {{n: number, kind: string, who?: string, side?: string}} Moment
 * @typedef {{encounter: string, version: number, words: Record<string, Record<string, {label: string, hint: string}>>,
 *   steps: Step[], moments: Moment[], entries: Entry[], disputes?: Dispute[], luck?: Luck, chances?: Chances, closed?: number}} Bundle
 * @typedef {{rolls: number, luck: number, low: number, high: number, chance: number}} Fortune
 * @typedef {{id: string, name: string, fortune: Fortune}} Lot
 * @typedef {{combatants: Lot[], sides: Lot[]}} Luck
 * @typedef {ReturnType<typeof historyOf>} History
 */
import { lastUpTo } from './ascending.js';
import { disputesAt } from './flags.js';
import { patched } from '../model/patch.js';
import { under } from '../model/under.js';

/**
 * Return what of a bundle is told up to a line, where what follows is not to be believed: it is closed from the next line on.
 * Of a bundle that holds nothing up to there the first step stays, for a board that says of itself that nothing proves it.
 * @param {Bundle} bundle @param {number} n @returns {Bundle}
 */
export function upTo(bundle, n) {
  const steps = bundle.steps.filter((step) => step.n <= n);
  const kept = steps.length ? steps : bundle.steps.slice(0, 1);
  const told = {
    moments: bundle.moments.filter((each) => each.n <= n),
    entries: bundle.entries.filter((each) => each.last <= n),
    disputes: disputesAt(bundle.disputes ?? [], n),
    version: Math.max(n, kept[0]?.n ?? 0),
    closed: n + 1,
  };
  const { encounter, words } = bundle;
  return { encounter, words, steps: kept, ...told };
}

/** Return the history of a bundle. @param {Bundle} bundle */
export function historyOf(bundle) {
  const { steps, entries, moments } = bundle;
  const ns = steps.map((step) => step.n);
  /** @type {View[]} */
  const views = [];
  const sides = [...new Set(steps.flatMap((step) => Object.keys(step.left)))];

  /** Return how things stood after a step. @param {number} index @returns {View} */
  const view = (index) => {
    let from = index;
    while (!views[from] && !steps[from]?.view) from -= 1;
    for (let at = from; at <= index; at += 1) {
      const { view: whole, patch, n } = /** @type {Step} */ (steps[at]);
      const before = views[at] ?? whole ?? patched(/** @type {View} */ (views[at - 1]), patch ?? []);
      views[at] = before.version === n ? before : { ...before, version: n };
    }
    return /** @type {View} */ (views[index]);
  };
  /** @type {{turns: number[], rounds: number[]} | null} */
  let found = null;
  return {
    bundle,
    entries,
    moments,
    sides,
    first: ns[0] ?? 0,
    last: Math.max(bundle.version, ns[ns.length - 1] ?? 0),
    /** The line from which on nothing is shown, because nothing proves it. */
    closed: bundle.closed ?? null,
    count: steps.length,
    view,
    /** Return the line of a step. @param {number} index */
    line: (index) => ns[Math.max(0, Math.min(ns.length - 1, index))] ?? 0,
    /** Return the last step up to a line. @param {number} n */
    index: (n) => Math.max(0, lastUpTo(ns, n)),
    /** Return the step that a line is part of: the first that ends with it or later. @param {number} n */
    part: (n) => Math.min(ns.length - 1, lastUpTo(ns, n - 1) + 1),
    /** Return the entry that a line belongs to, or the last one before it. @param {number} n */
    entry: (n) => entries[lastUpTo(entries.map((each) => each.n), n)],
    /** Return how much is left of each side after a step, as shares of one whole. @param {number} index */
    shares: (index) => shares(steps[index]?.left ?? {}, sides),
    /** The steps with which a turn, and a round, began. */
    get beginnings() {
      found ??= beginnings(steps.map((_, index) => view(index)));
      return found;
    },
  };
}

/** @param {Record<string, [number, number]>} left @param {string[]} sides */
function shares(left, sides) {
  const part = sides.map((side) => {
    const [now, most] = under(left, side) ?? [0, 0];
    return most ? now / most : 0;
  });
  const whole = part.reduce((sum, each) => sum + each, 0);
  return part.map((each) => (whole ? each / whole : 1 / Math.max(1, sides.length)));
}

/** @param {View[]} views */
function beginnings(views) {
  /** @type {number[]} */
  const turns = [];
  /** @type {number[]} */
  const rounds = [];
  views.forEach(({ initiative: { turn, round } }, index) => {
    const before = views[index - 1]?.initiative;
    if (turn !== null && turn !== before?.turn) turns.push(index);
    if (round !== null && round !== (before?.round ?? null)) rounds.push(index);
  });
  return { turns, rounds };
}

/**
 * Return the entries as they read at a line: what was taken back later is not struck yet.
 * @param {Entry[]} entries
 * @param {number} at
 */
export function readAt(entries, at) {
  return entries.map((entry) => (entry.undone_by !== null && entry.undone_by > at ? { ...entry, undone_by: null } : entry));
}
