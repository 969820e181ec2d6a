import { computed, effect, signal } from '../../vendor/vendor.mjs';
import { failure } from '../model/failing.js';
import { retries } from '../model/retries.js';
import { spelled } from '../offers/fill.js';

/** @import { Dispute, DisputeInFull, Failure } from '../model/types.js' */
/** @import { Table } from '../model/store.js' */

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
  const corrections = retries();
  const said = computed(() => table.entries.value.filter((entry) => entry.kind === 'table').map((entry) => entry.last).join());
  /** The one whose sheet is open or is about to be, and the number of the last question about it. */
  let [wanted, asked] = [/** @type {number | null} */ (null), 0];
  /** Why the sheet could not be read. */
  let unread = /** @type {Failure | null} */ (null);
  const load = async () => {
    const mine = (asked += 1);
    const told = await table.read(`disputes/${wanted}`).catch((problem) => {
      if (mine === asked) failed.value = unread = failure(problem);
    });
    if (!told || mine !== asked) return;
    shown.value = told;
    if (failed.value === unread) failed.value = null;
  };
  const renew = async () => {
    all.value = await table.read('disputes').catch(() => all.value);
    if (wanted !== null) await load();
  };
  const stops = [effect(() => {
    if (said.value) void renew();
  }), effect(() => {
    if (about.value !== null) failed.value = null;
  })];
  /** Open the sheet of a dispute. @param {number} line */
  const show = (line) => {
    failed.value = null;
    wanted = line;
    return load();
  };
  const hide = () => {
    wanted = null;
    asked += 1;
    shown.value = null;
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
    hide,
    /** Contest the line that one is about to. @param {string} reason */
    async contest(reason) {
      if (await tried(() => table.tell('contest', { of: about.value, reason: reason.trim() }))) about.value = null;
    },
    /** Say how a dispute ends. @param {number} dispute @param {string} result @param {string} reason */
    settle: (dispute, result, reason) => tried(() => table.tell('settle', { dispute, result, reason: reason.trim() })),
    /** Say how a dispute is corrected; whoever says the same as the last of all who play corrects it so. @param {number} dispute @param {string} reason @param {Record<string, unknown>} action @param {string[]} others */
    agree: (dispute, reason, action, others) => tried(() => corrections.of({ dispute, action }, async (cmd) => {
      await table.tell('settle', { dispute, result: 'corrected', reason, action });
      if (isLast(await table.read(`disputes/${dispute}`), action, others)) await table.declare(action, cmd);
    })),
    /** Overrule a value and settle a dispute by it. @param {number} dispute @param {Record<string, unknown>} action */
    correct: (dispute, action) => tried(() => corrections.of({ dispute, action }, async (cmd) => {
      await table.declare(action, cmd);
      await table.tell('settle', { dispute, result: 'corrected', reason: String(action['reason']) });
    })),
    close: () => stops.forEach((stop) => stop()),
  };
}

/** Return whether all others have said the same of a dispute before a seat did. @param {DisputeInFull} told @param {Record<string, unknown>} action @param {string[]} others */
function isLast({ words }, action, others) {
  const same = words.filter((word) => spelled(word.action ?? {}) === spelled(action)).sort((one, other) => other.line - one.line);
  return same.length > others.length && !others.includes(same[0]?.seat ?? '');
}

/** @typedef {ReturnType<typeof disputing>} Disputes */
