import { computed, effect, signal } from '../../vendor/vendor.mjs';
import { failure } from './failing.js';

/** @import { Dispute, DisputeInFull } from './types.js' */
/** @import { Failure } from './types.js' */
/** @import { Table } from './store.js' */

/**
 * Lines that somebody contests, and how that ended.
 * @param {Table} table
 */
export function disputing(table) {
  const all = signal(/** @type {Dispute[]} */ ([]));
  /** The one whose sheet is open. */
  const shown = signal(/** @type {DisputeInFull | null} */ (null));
  /** The line that one is about to contest. */
  const about = signal(/** @type {number | null} */ (null));
  const failed = signal(/** @type {Failure | null} */ (null));
  const sending = signal(false);
  const said = computed(() => table.entries.value.filter((entry) => entry.kind === 'table').map((entry) => entry.last).join());
  const renew = async () => {
    all.value = await table.read('disputes').catch(() => all.value);
    if (shown.value) await show(shown.value.line);
  };
  const stop = effect(() => {
    if (said.value) void renew();
  });
  /** Open the sheet of a dispute. @param {number} line */
  const show = async (line) => {
    failed.value = null;
    shown.value = await table.read(`disputes/${line}`).catch(() => shown.value);
  };
  /** Do something that the server may refuse; return whether it did not. @param {() => Promise<unknown>} work */
  const tried = async (work) => {
    if (sending.value) return false;
    sending.value = true;
    failed.value = null;
    try {
      await work();
      return true;
    } catch (error) {
      failed.value = failure(error);
      return false;
    } finally {
      sending.value = false;
      void renew();
    }
  };
  return {
    all,
    shown,
    about,
    failed,
    sending,
    open: computed(() => all.value.filter((each) => each.settled === null)),
    show,
    hide: () => (shown.value = null),
    /** Contest the line that one is about to. @param {string} reason */
    async contest(reason) {
      if (await tried(() => table.tell('contest', { of: about.value, reason: reason.trim() }))) about.value = null;
    },
    /** Say how a dispute ends. @param {number} dispute @param {string} result @param {string} reason @param {Record<string, unknown>} [action] */
    settle: (dispute, result, reason, action) => tried(() => table.tell('settle', { dispute, result, reason: reason.trim(), ...(action ? { action } : {}) })),
    /** Overrule a value and settle a dispute by it. @param {number} dispute @param {Record<string, unknown>} action @param {string} cmd */
    correct: (dispute, action, cmd) => tried(async () => {
      await table.declare(action, cmd);
      await table.tell('settle', { dispute, result: 'corrected', reason: String(action['reason']) });
    }),
    close: stop,
  };
}

/** @typedef {ReturnType<typeof disputing>} Disputes */

/** Return the disputes of what stands in some lines. @param {Dispute[]} all @param {number} from @param {number} to */
export function disputesOf(all, from, to) {
  return all.filter((each) => each.of >= from && each.of <= to);
}
