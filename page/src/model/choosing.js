import { batch, signal } from '../../vendor/vendor.mjs';
import { ofTheTurn } from '../offers/actors.js';
import { call, isFinal, Problem } from './call.js';
import { failure } from './failing.js';

/** @import { ReadonlySignal } from '../../vendor/vendor.mjs' */
/** @import { Choices, Failure, Reason, View } from './types.js' */

/** After the last line of a command, choices are asked for so much later: another command may follow at once. */
const SETTLED = 30;
/** What did not come is asked for again after so long each time. */
const PAUSES = [1000, 2000, 5000];

/** Return how long to wait before asking again, after so many tries. @param {number} tries */
export function pause(tries) {
  return PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 5000;
}

/**
 * What a seat may choose, asked for until it is as new as the view; `also` is asked for with it.
 * @param {string} path @param {string} key
 * @param {{view: ReadonlySignal<View | null>, plays: ReadonlySignal<boolean>, failed: {value: Failure | null}, also: () => Promise<void>}} around
 */
export function choosing(path, key, { view, plays, failed, also }) {
  const choices = signal(/** @type {Choices | null} */ (null));
  const reasons = signal(/** @type {Reason[]} */ ([]));
  /** The version of the last command of one's own: the stream may not have told it yet. */
  let answered = -1;
  let tries = 0;
  let over = false;
  let asking = /** @type {number | undefined} */ (undefined);

  const ask = (after = SETTLED) => {
    clearTimeout(asking);
    asking = window.setTimeout(() => ((asking = undefined), void Promise.all([also(), offered()])), after);
  };
  const isOld = () => plays.value && view.value !== null && (choices.value?.version ?? -1) < view.value.version;

  async function offered() {
    if (!plays.value) return;
    try {
      const told = /** @type {Choices} */ (await call(`${path}/offers?asides=false`, { key }));
      tries = 0;
      // An answer that was overtaken by a later one says nothing any more.
      if (told.version >= (choices.value?.version ?? -1)) choices.value = told;
      if (choices.value) void weighed(choices.value);
    } catch (error) {
      if (error instanceof Problem && error.status === 401) failed.value = failure(error);
      else if (!over && !isFinal(error) && isOld() && asking === undefined) ask(pause(tries++));
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
  return {
    choices,
    reasons,
    ask,
    offered,
    /** Ask for choices if the ones at hand are of a moment that is over. */
    async current() {
      const newest = Math.max(answered, view.value?.version ?? -1);
      if (choices.value && choices.value.version < newest) await offered();
    },
    /** Ask for what did not come while the connection was lost. */
    up: () => void (isOld() && ask()),
    /** What is on offer could not be asked before one was known to play; all else is asked with the view. */
    seated: () => void (view.value && asking === undefined && offered()),
    /** Take note of a command that was taken. @template {{version: number}} T @param {T} answer @returns {T} */
    took: (answer) => ((answered = answer.version), answer),
    stop: () => {
      over = true;
      clearTimeout(asking);
    },
  };
}
