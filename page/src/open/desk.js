import { computed, signal } from '../../vendor/vendor.mjs';
import { call, LONG, Problem } from '../model/call.js';
import { failure } from '../model/failing.js';
import { words } from '../strings/open.js';
import { begun, drafted, opening, titleOf } from './begin.js';
import { mapped, Untaken } from './picture.js';
import { placed } from './places.js';
import { heldSeat, mannedFirst } from './seats.js';

/** @import { Failure } from '../model/types.js' */
/** @import { Draft, Opened } from './begin.js' */
/** @import { Manned } from './seats.js' */

/**
 * A move that was refused, and is tried again together with the next one: whoever rides is refused another place until
 * the horse has it too, and so is whoever changes places with somebody.
 * @typedef {Map<string, string | null>} Kept by whom, where to
 * @typedef {ReturnType<typeof desk>} Desk
 */

/** What is being begun: everything that can be chosen before, each change after the one before it. */
export function desk() {
  const drafts = signal(/** @type {Draft[]} */ ([]));
  const chosen = signal(0);
  const manned = signal(/** @type {Manned} */ ({}));
  const settings = signal(/** @type {Record<string, unknown>} */ ({}));
  /** What else the table agrees on than the draft says. */
  const agreed = signal(/** @type {Record<string, unknown>} */ ({}));
  const title = signal('');
  const opened = signal(/** @type {Opened | null} */ (null));
  const wrong = signal(/** @type {Failure | null} */ (null));
  const refused = signal(/** @type {Failure | null} */ (null));
  const kept = signal(/** @type {Kept} */ (new Map()));
  const begins = signal(false);
  const draft = computed(() => drafts.value[chosen.value]);
  /** What is asked of the server, one after another: nothing that was pressed meanwhile is lost. */
  let line = Promise.resolve();
  const then = (/** @type {() => Promise<void>} */ work) => (line = line.then(work));
  const trying = (/** @type {() => Promise<void>} */ work) => then(async () => {
    wrong.value = null;
    await work().catch((problem) => {
      wrong.value = problem instanceof Untaken ? { text: problem.message, rule: null, lang: words.language } : failure(problem);
    });
  });
  const forget = () => {
    refused.value = null;
    kept.value = new Map();
  };
  const choose = (/** @type {number} */ index) => {
    chosen.value = index;
    wrong.value = null;
    forget();
    if (!draft.value) return;
    agreed.value = {};
    manned.value = mannedFirst(draft.value);
    title.value = titleOf(draft.value);
    settings.value = /** @type {Record<string, unknown>} */ (draft.value.opening.settings ?? {});
  };
  const replace = (/** @type {Draft} */ before, /** @type {Draft} */ after) => {
    drafts.value = drafts.value.map((each) => (each === before ? after : each));
  };
  const whole = (/** @type {Draft} */ now) => ({ ...now, opening: opening(now, settings.value, title.value, agreed.value) });

  /** Have somebody begin elsewhere, or nowhere; return whether the rules let them. @param {string} who @param {string | null} place @returns {Promise<boolean>} */
  const place = async (who, place) => {
    let done = false;
    await then(async () => {
      const now = draft.value;
      if (!now) return;
      const alone = new Map([[who, place]]);
      const both = new Map([...kept.value, ...alone]);
      let answered = true;
      for (const changed of both.size > 1 ? [both, alone] : [alone]) {
        const held = await call('/api/drafts', { body: placed(whole(now), changed) }).catch((problem) => {
          refused.value = failure(problem);
          answered &&= problem instanceof Problem;
        });
        if (!held) continue;
        replace(now, { ...now, ...held });
        forget();
        done = true;
        return;
      }
      if (answered) kept.value = both;
    });
    return done;
  };
  return {
    drafts, draft, chosen, manned, settings, agreed, title, opened, wrong, refused, kept, begins, choose, place, forget,
    /** What is begun, as it could be saved. */
    stated: () => (draft.value ? whole(draft.value) : null),
    /** Ask for the ready fights. */
    look: () => call('/api/examples').then((ready) => {
      const own = drafts.value;
      drafts.value = [...ready, ...own];
      choose(own.length ? chosen.value + ready.length : 0);
    }, (problem) => void (wrong.value = failure(problem))),
    /** Take a roster of one's own. @param {File} file */
    take: (file) => trying(async () => {
      const own = { ...(await drafted(file)), name: file.name, title: file.name };
      drafts.value = [...drafts.value, own];
      choose(drafts.value.length - 1);
    }),
    /** Put whoever stands nowhere where the rules let them. */
    muster: () => trying(async () => {
      const now = draft.value;
      if (now) replace(now, { ...now, ...(await call('/api/drafts?muster=true', { body: whole(now).opening, patience: LONG })) });
      forget();
    }),
    /** Take a map or a picture for the board. @param {File} file */
    map: (file) => trying(async () => {
      const now = draft.value;
      if (now) replace(now, await mapped(whole(now), file));
      forget();
    }),
    begin: () => trying(async () => {
      const now = draft.value;
      if (!now || opened.value || begins.value) return;
      begins.value = true;
      try {
        const { alone, ...there } = await begun(whole(now), manned.value);
        // Whoever plays a seat that no bot plays needs its link.
        manned.value = { ...manned.value, ...Object.fromEntries([...alone.keys()].map((seat) => [seat, /** @type {const} */ ('link')])) };
        for (const problem of alone.values()) wrong.value = failure(problem);
        if (Object.values(manned.value).includes('link') || !heldSeat(now, manned.value)) opened.value = there;
        else location.assign(`/e/${there.encounter}`);
      } catch (problem) {
        begins.value = false;
        throw problem;
      }
    }),
    /** Agree on something, and learn what else can be agreed on then. @param {Record<string, unknown>} all */
    agree: (all) => {
      agreed.value = all;
      void trying(async () => {
        const now = draft.value;
        if (now) replace(now, { ...now, possible: (await call('/api/drafts', { body: whole(now).opening })).possible });
      });
    },
    /** Begin another one. */
    again: () => {
      wrong.value = null;
      opened.value = null;
      begins.value = false;
    },
  };
}
