import { computed, effect, signal } from '../../vendor/vendor.mjs';
import { announcements } from './announcements.js';
import { asked as learn } from './names.js';
import { ofTheTurn } from '../offers/actors.js';
import { fetched as picture, own } from './pictures.js';
import { beside } from './beside.js';
import { call, isFinal } from './call.js';
import { choosing, pause } from './choosing.js';
import { explained, whyOf } from '../history/explaining.js';
import { name } from './facts.js';
import { failure } from './failing.js';
import { isClosed } from './hosting.js';
import { retries } from './retries.js';
import { opened } from '../history/sealing.js';
import { storyOf } from '../history/story.js';
import { listen } from './stream.js';
import { heard } from '../trust/hearing.js';
import { isSecret } from '../worker/secret.js';
import { Misfit, patched } from './patch.js';

/** @import { Ears } from './stream.js' */
/** @import { Device } from '../trust/device.js' */
/** @import { Failure, Offer, Seating, View, Why } from './types.js' */

/** What is told anew from its beginning after such a line. */
const CHANGE_ALL = new Set(['HistoryRewound', 'LedgerClosed']);

/** A lost connection is told after so long. */
const PATIENCE = 3000;

/**
 * Everything that the page knows of one encounter. Nothing here touches the page.
 * @param {string} encounter
 * @param {string} key
 * @param {Device | null} [device] what signs for the seat; without one the server speaks for it
 */
export function table(encounter, key, device = null) {
  const path = `/api/encounters/${encounter}`;
  const view = signal(/** @type {View | null} */ (null));
  const story = storyOf(path, key);
  /** What may be said at almost any time, once somebody looked for it. */
  const asides = signal(/** @type {Offer[]} */ ([]));
  const seating = signal(/** @type {Seating | null} */ (null));
  const why = signal(/** @type {{asked: string, told: Why | null, failed: Failure | null} | null} */ (null));
  const lost = signal(/** @type {number | null} */ (null));
  const failed = signal(/** @type {Failure | null} */ (null));
  const fresh = signal(-1);
  const announced = announcements();
  const entries = computed(() => (isClosed({ announced }) ? opened(story.entries.value, seating.value) : story.entries.value));
  const numbers = retries();
  const plays = computed(() => seating.value !== null && seating.value.role !== 'spectator');
  const now = choosing(path, key, { view, plays, failed, also: story.tell });
  const { choices, reasons } = now;
  const mine = computed(() => ofTheTurn(choices.value?.offers ?? []).length > 0);
  /** The newest line that is in the view. */
  let newest = -1;
  let over = false;
  let losing = /** @type {number | undefined} */ (undefined);
  /** The version that the asides are of. */
  let aside = -1;

  const hear = (/** @type {Ears} */ ears) => (device ? heard(device, path, key, ears) : listen(`${path}/stream`, key, ears));
  /** Have a command signed and sent, as it rests on what was shown. @param {Device} by @param {Record<string, unknown>} action @param {string} cmd */
  async function signed(by, action, cmd) {
    const secret = view.value !== null && isSecret(view.value, seating.value, action);
    const at = choices.value ? choices.value.version + 1 : null;
    return now.took(await by.ask('declare', { action, cmd, at, secret }));
  }

  const stream = hear({
    told: (told) => {
      if (announced.hear(told)) return;
      const { id, event, data } = told;
      if (event === 'line') numbers.heard(data.line.cmd);
      if (event === 'line' && id !== null) {
        if (id <= newest) return;
        // A line is missing: what it changed is in the whole view.
        if (id !== newest + 1) return stream.anew();
        newest = id;
      }
      if (event === 'view') {
        newest = data.version;
        story.anew();
        view.value = data;
        name(data);
        now.ask();
      } else if (event === 'line' && CHANGE_ALL.has(data.line.type)) {
        story.anew();
      }
      if (event === 'line' && data.patch && view.value) {
        try {
          view.value = patched(view.value, data.patch);
          name(view.value);
          fresh.value = view.value.version;
          now.ask();
        } catch (error) {
          if (!(error instanceof Misfit)) throw error;
          stream.anew();
        }
      }
    },
    up: () => {
      clearTimeout(losing);
      lost.value = null;
      now.up();
    },
    down: (since) => {
      clearTimeout(losing);
      losing = window.setTimeout(() => (lost.value = since), lost.value === null ? PATIENCE : 0);
    },
    refused: (problem) => (failed.value = failure(problem)),
  });
  const seated = () => call(`${path}/seats`, { key }).then((told) => {
    seating.value = told;
    now.seated();
  });
  const sits = (tries = 0) => void seated().catch((problem) => {
    if (isFinal(problem)) failed.value = failure(problem);
    else if (!over) setTimeout(() => sits(tries + 1), pause(tries));
  });
  if (key) sits();
  const draws = effect(() => {
    const [board, sitting] = [view.value?.board, seating.value];
    if (!board || (key && !sitting)) return;
    own.value = !sitting ? '' : seesAll(sitting) ? null : sitting.seat;
    void picture(path, key, board);
  });

  void learn(path, key);

  return {
    encounter,
    view,
    entries,
    whole: story.whole,
    older: story.older,
    choices,
    asides,
    reasons,
    seating,
    why,
    lost,
    failed,
    fresh,
    announced,
    numbers,
    mine,
    plays,
    /** Ask why a value is what it is. @param {string} value @param {number} [at] */
    explain: (value, at) => explained(why, value, whyOf(path, key, value, at)),
    /** Declare a command; the answer is what it caused. Raises Problem. @param {Record<string, unknown>} action @param {string} cmd */
    async declare(action, cmd) {
      await now.current();
      if (device) return signed(device, action, cmd);
      const headers = choices.value ? { 'If-Match': `"${choices.value.version}"` } : undefined;
      return now.took(await call(`${path}/commands`, { key, body: { cmd, action }, ...(headers ? { headers } : {}) }));
    },
    /** Return what an address below that of the encounter answers. Raises Problem. @param {string} what */
    read: (what) => call(`${path}${what.startsWith('?') ? '' : '/'}${what}`, { key }),
    /** Send something there, and return the answer. Raises Problem. @param {string} what @param {object} body @param {AbortSignal} [signal] */
    send: (what, body, signal) => call(`${path}/${what}`, { key, body, ...(signal ? { signal } : {}) }),
    /** Say something beside the fight: rewind, answer_rewind, contest, settle and the like. Raises Problem. @param {string} act @param {Record<string, unknown>} fields */
    tell: (act, fields) => numbers.of({ act, fields }, (cmd) => beside(path, key, device, act, fields, cmd)),
    /** Ask what may be said beside the turn. */
    async beside() {
      const all = await call(`${path}/offers`, { key }).catch(() => null);
      // What was there is better than nothing, and than what an overtaken answer says.
      if (!all || all.version < aside) return;
      aside = all.version;
      asides.value = all.offers.filter((/** @type {Offer} */ offer) => offer.aside);
    },
    /** Ask anew what may be done, and wait for the answer. */
    renew: now.offered,
    /** Ask anew who sits at the table, and wait for the answer. Raises Problem. */
    seated,
    close: () => {
      over = true;
      draws();
      now.stop();
      stream.stop();
    },
  };
}

/** Return whether nothing is covered from whoever sits there: the referee, or who brought the fight from a file and has no seat in it. @param {Seating} sitting */
function seesAll({ role, seat, seats }) {
  return role === 'referee' || !seats.some((each) => each.seat === seat);
}

/** @typedef {ReturnType<typeof table>} Table */
