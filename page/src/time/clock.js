import { computed, signal } from '../../vendor/vendor.mjs';
import { lastUpTo } from '../history/ascending.js';

/** @import { History } from '../history/history.js' */

/** A command is on the screen for so long, at ordinary speed. */
const STAYS = 1200;
/** How fast a fight is played again. */
export const PACES = [0.5, 1, 2, 4];
/** How fast what one missed is played. */
export const CATCHING_UP = 4;

/**
 * Where in a history somebody looks: a line, and another that it is compared with.
 * @param {History} past
 * @param {{at: number | null, versus?: number | null}} start
 */
export function clockOf(past, { at, versus = null }) {
  const bound = (/** @type {number} */ n) => Math.max(past.first, Math.min(past.last, Math.round(n)));
  const now = signal(at === null ? past.last : bound(at));
  const other = signal(versus === null ? null : bound(versus));
  const pace = signal(1);
  const runs = signal(false);
  const index = computed(() => past.index(now.value));
  /** @type {number | undefined} */
  let timer;

  const go = (/** @type {number} */ n) => {
    now.value = bound(n);
  };
  const step = (/** @type {number} */ by) => {
    // Within a command one goes back to its beginning first.
    const from = by < 0 && now.value > past.line(index.value) ? index.value + 1 : index.value;
    go(from + by >= past.count ? past.last : past.line(from + by));
  };
  const tick = () => {
    clearTimeout(timer);
    if (!runs.value) return;
    if (index.value >= past.count - 1) {
      runs.value = false;
      return;
    }
    timer = setTimeout(() => {
      step(1);
      tick();
    }, STAYS / pace.value);
  };
  return {
    past,
    now,
    index,
    other,
    pace,
    runs,
    go,
    /** Go to the end of the command that a line belongs to; back over its beginning where one is at that end. @param {number} n */
    near: (n) => {
      const [line, here] = [bound(n), now.value];
      const entry = past.entry(line);
      const end = entry && entry.n <= line && entry.last > line ? bound(entry.last) : line;
      go(end === here && line < here && entry ? entry.n - 1 : end);
    },
    step,
    /** Go to the turn before or after. @param {number} by */
    turn: (by) => {
      const { turns } = past.beginnings;
      const here = lastUpTo(turns, index.value);
      const back = by < 0 && turns[here] !== index.value ? 0 : by;
      const to = turns[here + back];
      go(to === undefined ? (by < 0 ? past.first : past.last) : past.line(to));
    },
    /** Play on, or stop; at the end from the beginning. */
    play: () => {
      if (!runs.value && index.value >= past.count - 1) go(past.first);
      runs.value = !runs.value;
      tick();
    },
    /** Keep this moment to compare others with, or compare no more. */
    compare: () => {
      other.value = other.value === null ? now.value : null;
    },
    /** @param {number} value */
    hurry: (value) => {
      pace.value = value;
      tick();
    },
    stop: () => {
      runs.value = false;
      clearTimeout(timer);
    },
  };
}

/** @typedef {ReturnType<typeof clockOf>} Clock */
