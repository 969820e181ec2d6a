import { batch, computed, effect, signal } from '../../vendor/vendor.mjs';
import { failure } from './failing.js';

/** @import { Entry, View } from './types.js' */
/** @import { Failure } from './types.js' */
/** @import { Table } from './store.js' */

/** @typedef {{to_version: number, others: string[], voids: number[]}} Going What taking back to a version would mean. */

/** What no taking back strikes out: what is said around the fight. */
const STAYS = new Set(['request', 'table', 'rewind']);

/** What stands where a reason has to, and nobody gave one: no words, which would be taken for somebody's. */
const UNSAID = '—';

/**
 * Taking back: what would go, who must agree, and the wish that stands open.
 * @param {Table} table
 */
export function backing(table) {
  /** The version that one looks at and may ask to go back to. */
  const to = signal(/** @type {number | null} */ (null));
  const then = signal(/** @type {{at: number, view: View} | null} */ (null));
  const going = signal(/** @type {Going | null} */ (null));
  const failed = signal(/** @type {Failure | null} */ (null));
  const sending = signal(false);
  const request = computed(() => table.announced.request.value.rewind);
  const seat = computed(() => table.seating.value?.seat ?? null);
  const mine = computed(() => request.value !== null && request.value.by === seat.value);
  /** The view to show instead of the newest one. */
  const shown = computed(() => (to.value !== null && then.value?.at === to.value ? then.value.view : null));

  const look = (/** @type {number | null} */ version) => {
    batch(() => {
      to.value = version;
      going.value = null;
      failed.value = null;
    });
    if (version === null) return;
    void table.read(`?at=${version}`).then((view) => (then.value = { at: version, view }), said);
    if (!request.value) void table.read(`rewind?to_version=${version}`).then((told) => to.value === version && (going.value = told), said);
  };
  const said = (/** @type {unknown} */ error) => {
    failed.value = failure(error);
  };
  /** @param {string} what @param {Record<string, unknown>} body */
  const send = async (what, body) => {
    if (sending.value) return;
    sending.value = true;
    failed.value = null;
    try {
      await table.tell(what, body);
      look(null);
    } catch (error) {
      said(error);
    } finally {
      sending.value = false;
    }
  };
  /** One's own wish, until it is answered: others, and this page, may hear of it before. */
  let asking = Promise.resolve();
  const wish = computed(() => request.value?.line ?? null);
  /** What was refused of one wish says nothing of the next. */
  const stop = effect(() => {
    if (wish.value !== null) failed.value = null;
  });
  return {
    to,
    going,
    failed,
    sending,
    request,
    seat,
    mine,
    shown,
    look,
    /** Whether the last command was one's own, so that it is on one's mind to take it back. */
    own: computed(() => {
      const [last] = table.choices.value?.rewinds ?? [];
      const gone = last === undefined ? [] : goingAway(table.entries.value, last);
      return gone.length > 0 && gone.every((entry) => entry.seat === seat.value);
    }),
    /** Look one command further back: at most to where somebody else's words begin. */
    further() {
      if (request.value) return;
      const targets = table.choices.value?.rewinds ?? [];
      const next = targets.find((target) => to.value === null || target < to.value);
      if (next === undefined || (to.value !== null && !isOwn(table.entries.value, next, to.value, seat.value))) return;
      look(next);
    },
    /** Ask to go back to what is looked at. @param {string} reason */
    ask: (reason) => {
      if (!sending.value) asking = send('rewind', { to_version: to.value, reason: reason.trim() || UNSAID });
    },
    /** Say what one thinks of the wish that stands open; whoever asked withdraws it. @param {boolean} agree */
    answer: (agree) => asking.then(() => send('answer_rewind', { agree })),
    close: stop,
  };
}

/** @typedef {ReturnType<typeof backing>} Back */

/** Return whether a wish says why. @param {{reason: string}} wish */
export function saysWhy({ reason }) {
  return /[\p{L}\p{N}]/u.test(reason);
}

/** Return the entries that going back would strike out. @param {Entry[]} entries @param {number} to */
export function goingAway(entries, to) {
  return entries.filter((entry) => wouldGo(entry, to));
}

/** Return whether going back would strike out an entry. @param {Entry} entry @param {number} to */
export function wouldGo(entry, to) {
  return entry.n > to && entry.undone_by === null && !STAYS.has(entry.kind);
}

/** Return whether all between two versions is a seat's own. @param {Entry[]} entries @param {number} from @param {number} to @param {string | null} seat */
function isOwn(entries, from, to, seat) {
  return goingAway(entries, from).filter((entry) => entry.n <= to).every((entry) => entry.seat === seat);
}
