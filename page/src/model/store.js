import { batch, computed, signal } from '../../vendor/vendor.mjs';
import { asked as learn } from './names.js';
import { ofTheTurn } from '../offers/actors.js';
import { fetched as picture } from './pictures.js';
import { awaited } from './awaited.js';
import { beside } from './beside.js';
import { call, Problem } from './call.js';
import { name } from './facts.js';
import { failure } from './failing.js';
import { storyOf } from './story.js';
import { listen } from './stream.js';
import { heard } from '../trust/hearing.js';
import { isSecret } from '../trust/secret.js';
import { Misfit, patched } from './patch.js';

/** @import { Ears } from './stream.js' */
/** @import { Device } from '../trust/device.js' */
/** @import { Choices, Failure, Offer, Reason, Seating, View, Why } from './types.js' */

/** After the last line of a command, choices are asked for so much later: another command may follow at once. */
const SETTLED = 30;
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
  const choices = signal(/** @type {Choices | null} */ (null));
  const reasons = signal(/** @type {Reason[]} */ ([]));
  /** What may be said at almost any time, once somebody looked for it. */
  const asides = signal(/** @type {Offer[]} */ ([]));
  const seating = signal(/** @type {Seating | null} */ (null));
  const why = signal(/** @type {{asked: string, told: Why | null, failed: Failure | null} | null} */ (null));
  const lost = signal(/** @type {number | null} */ (null));
  const failed = signal(/** @type {Failure | null} */ (null));
  const fresh = signal(-1);
  const waits = awaited();
  const mine = computed(() => ofTheTurn(choices.value?.offers ?? []).length > 0);
  const plays = computed(() => seating.value !== null && seating.value.role !== 'spectator');

  /** The version of the last command of one's own: the stream may not have told it yet. */
  let answered = -1;
  let [asking, losing] = /** @type {(number | undefined)[]} */ ([]);
  const ask = () => {
    clearTimeout(asking);
    asking = window.setTimeout(() => ((asking = undefined), void Promise.all([story.tell(), offered()])), SETTLED);
  };

  async function offered() {
    if (!plays.value) return;
    try {
      const told = /** @type {Choices} */ (await call(`${path}/offers?asides=false`, { key }));
      // An answer that was overtaken by a later one says nothing any more.
      if (told.version >= (choices.value?.version ?? -1)) choices.value = told;
      if (choices.value) void weighed(choices.value);
    } catch (error) {
      if (error instanceof Problem && error.status === 401) failed.value = failure(error);
    }
  }

  /** Take the odds and the reasons of one's own turn, which take longer. @param {Choices} now */
  async function weighed(now) {
    if (!ofTheTurn(now.offers).length) return;
    const ask = [call(`${path}/offers?asides=false&odds=true`, { key }), call(`${path}/reasons`, { key })];
    const [odds, not] = await Promise.all(ask).catch(() => []);
    if (!odds || choices.value !== now || odds.version !== now.version) return;
    batch(() => {
      choices.value = odds;
      reasons.value = not;
    });
  }

  /** Ask for choices if the ones at hand are of a moment that is over. */
  async function current() {
    const newest = Math.max(answered, view.value?.version ?? -1);
    if (choices.value && choices.value.version < newest) await offered();
  }

  const hear = (/** @type {Ears} */ ears) => (device ? heard(device, path, key, ears) : listen(`${path}/stream`, key, ears));
  /** Have a command signed and sent, as it rests on what was shown. @param {Device} by @param {Record<string, unknown>} action @param {string} cmd */
  async function signed(by, action, cmd) {
    const secret = view.value !== null && isSecret(view.value, seating.value, action);
    const at = choices.value ? choices.value.version + 1 : null;
    const answer = await by.ask('declare', { action, cmd, at, secret });
    answered = answer.version;
    return answer;
  }

  const stream = hear({
    told: (told) => {
      if (waits.hear(told)) return;
      const { event, data } = told;
      if (event === 'view') {
        story.anew();
        view.value = data;
        name(data.names);
        void picture(path, key, data.board);
        ask();
      } else if (event === 'line' && data.line.type === 'HistoryRewound') {
        story.anew();
      }
      if (event === 'line' && data.patch && view.value) {
        try {
          view.value = patched(view.value, data.patch);
          name(view.value?.names);
          fresh.value = view.value.version;
          ask();
        } catch (error) {
          if (!(error instanceof Misfit)) throw error;
          stream.anew();
        }
      }
    },
    up: () => {
      clearTimeout(losing);
      lost.value = null;
    },
    down: (since) => {
      clearTimeout(losing);
      losing = window.setTimeout(() => (lost.value = since), lost.value === null ? PATIENCE : 0);
    },
    refused: (problem) => (failed.value = failure(problem)),
  });
  const seated = () => call(`${path}/seats`, { key }).then((told) => {
    seating.value = told;
    // What is on offer could not be asked before; all else is asked with the view.
    if (view.value && asking === undefined) void offered();
  });
  if (key) void seated().catch((problem) => (failed.value = failure(problem)));

  void learn(path, key);

  return {
    encounter,
    view,
    entries: story.entries,
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
    awaited: waits,
    mine,
    plays,
    /** Ask why a value is what it is. @param {string} value @param {number} [at] */
    async explain(value, at) {
      why.value = { asked: value, told: null, failed: null };
      const query = new URLSearchParams(/^\d+$/.test(value) ? { line: value } : { value });
      if (at !== undefined) query.set('at', String(at));
      const answer = await call(`${path}/why?${query}`, { key }).then(
        (told) => ({ asked: value, told, failed: null }),
        (problem) => ({ asked: value, told: null, failed: failure(problem) }),
      );
      if (why.value?.asked === value) why.value = answer;
    },
    /** Declare a command; the answer is what it caused. Raises Problem. @param {Record<string, unknown>} action @param {string} cmd */
    async declare(action, cmd) {
      await current();
      if (device) return signed(device, action, cmd);
      const headers = choices.value ? { 'If-Match': `"${choices.value.version}"` } : undefined;
      const answer = await call(`${path}/commands`, { key, body: { cmd, action }, ...(headers ? { headers } : {}) });
      answered = answer.version;
      return answer;
    },
    /** Return what an address below that of the encounter answers. Raises Problem. @param {string} what */
    read: (what) => call(`${path}${what.startsWith('?') ? '' : '/'}${what}`, { key }),
    /** Send something there, and return the answer. Raises Problem. @param {string} what @param {object} body @param {AbortSignal} [signal] */
    send: (what, body, signal) => call(`${path}/${what}`, { key, body, ...(signal ? { signal } : {}) }),
    /** Say something beside the fight: rewind, answer_rewind, contest, settle and the like. Raises Problem. @param {string} act @param {Record<string, unknown>} fields */
    tell: (act, fields) => beside(path, key, device, act, fields),
    /** Ask what may be said beside the turn. */
    async beside() {
      const all = await call(`${path}/offers`, { key }).catch(() => null);
      asides.value = (all?.offers ?? []).filter((/** @type {Offer} */ offer) => offer.aside);
    },
    /** Ask anew what may be done, and wait for the answer. */
    renew: offered,
    /** Ask anew who sits at the table, and wait for the answer. Raises Problem. */
    seated,
    close: () => {
      clearTimeout(asking);
      stream.stop();
    },
  };
}

/** @typedef {ReturnType<typeof table>} Table */
