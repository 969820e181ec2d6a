import { batch, computed, effect, signal } from '../../vendor/vendor.mjs';
import { actorsOf, ofTheTurn } from '../offers/actors.js';
import { chipsOf } from '../offers/chips.js';
import { body, filled, fitting, missing, oddsOf } from '../offers/fill.js';
import { isPlace } from '../offers/fields.js';
import { isPressed } from '../offers/pressed.js';
import { isDoneAgain, onlyOf } from '../offers/ready.js';
import { isHarmless, mayGoAtOnce, stillCould } from '../offers/waits.js';
import { barring } from './barred.js';
import { Problem } from './call.js';
import { failure } from './failing.js';
import { likeliestOf } from './likeliest.js';
import { previews } from './preview.js';
import { asksAlways } from '../browser/settings.js';

/** @import { Failure } from './types.js' */
/** @import { Reason } from './types.js' */
/** @import { Chip } from '../offers/chips.js' */
/** @import { Picked } from '../offers/fill.js' */
/** @import { Table } from './store.js' */

/**
 * What somebody is about to do at a table: for whom, what, and with which choices. Nothing here touches the page.
 * @param {Table} table
 */
export function play(table) {
  const wanted = signal(/** @type {string | null | undefined} */ (undefined));
  const armed = signal(/** @type {string | null} */ (null));
  const picked = signal(/** @type {Picked} */ ({}));
  const meant = signal(false);
  const sending = signal(false);
  const refused = signal(/** @type {Failure | null} */ (null));
  /** The version of which the refusal is. */
  let refusedAt = -1;
  /** Whether nothing can be sent: something is being sent, or the connection is lost. */
  const busy = computed(() => sending.value || table.lost.value !== null);
  /** What each actor did last that one does again. @type {Map<string | null, string>} */
  const last = new Map();

  const actors = computed(() => {
    const [choices, view] = [table.choices.value, table.view.value];
    return choices && view ? actorsOf(choices, view) : [];
  });
  const actor = computed(() => {
    const all = actors.value;
    return wanted.value !== undefined && all.includes(wanted.value) ? wanted.value : (all[0] ?? null);
  });
  const chips = computed(() => {
    const view = table.view.value;
    const known = new Set(view?.combatants.map((each) => each.id));
    const turn = ofTheTurn(table.choices.value?.offers ?? []);
    const chipsFor = (/** @type {string | null} */ who) => chipsOf(turn.filter((offer) => (offer.who !== null && known.has(offer.who) ? offer.who : null) === who));
    // What is done for all, and needs no further word, is at hand whoever acts.
    const forAll = actor.value === null ? [] : chipsFor(null).filter((each) => !Object.keys(each.fixed).length && each.fields.every((field) => field.optional));
    return view ? [...chipsFor(actor.value), ...forAll] : [];
  });
  /** Everything that may be said at all, for the palette. */
  const everything = computed(() => chipsOf([...(table.choices.value?.offers ?? []), ...table.asides.value]));
  const { likeliest, isKnown } = likeliestOf(table, chips);
  const chip = computed(() => {
    if (armed.value !== null) return everything.value.find((each) => each.key === armed.value) ?? null;
    return chips.value.find((each) => each.key === last.get(actor.value)) ?? onlyOf(chips.value) ?? likeliest.value;
  });
  const choice = computed(() => (chip.value ? filled(chip.value, valid(chip.value, picked.value)) : {}));
  const open = computed(() => (chip.value ? missing(chip.value, choice.value) : []));
  /** Whether what must be said next is pressed on the board. */
  const pressed = computed(() => !!chip.value && !!open.value[0] && isPressed(chip.value, open.value[0], table.view.value));
  const command = computed(() => (chip.value && !open.value.length ? body(chip.value, choice.value) : null));
  /** Whether what stands there is a guess that the odds may overturn: it is shown, and cannot be sent. */
  const guessed = computed(() => !meant.value && !table.choices.value?.odds && chip.value !== null && chip.value === likeliest.value && !isKnown(chip.value));
  /** What is being sent, or was refused, is not asked about any more. */
  const asked = computed(() => meant.value && !sending.value && !refused.value);
  const foreseen = previews(table, computed(() => (chip.value?.rolls === null ? null : command.value)), asked);
  const barred = barring(table, chip, asked);
  /** Why what was pressed cannot be chosen. */
  const told = signal(/** @type {Reason | null} */ (null));
  const odds = computed(() => (command.value && table.choices.value ? oddsOf(table.choices.value, command.value) : null));

  const whoseTurn = computed(() => {
    const { round, turn, pending } = table.view.value?.initiative ?? {};
    return JSON.stringify([round, turn, pending]);
  });
  /** What was refused in a turn that is over is over with it. */
  const stop = effect(() => {
    if (whoseTurn.value && (table.view.peek()?.version ?? -1) > refusedAt) refused.value = null;
  });
  const version = computed(() => table.view.value?.version ?? -1);
  /** That nobody answered is over once the fight goes on. */
  const stopLost = effect(() => {
    const { status = 0 } = refused.peek() ?? { status: 400 };
    if (version.value > refusedAt && !sending.peek() && (status < 400 || status >= 500)) refused.value = null;
  });

  const clear = () => batch(() => {
    refused.value = null;
    armed.value = null;
    picked.value = {};
    meant.value = false;
    told.value = null;
  });
  /** Send what needs no further word. @param {boolean} [dropped] */
  const settle = async (dropped = false) => {
    const [said, one] = [command.value, chip.value];
    if (!said || !one || asksAlways.value || !chips.value.some((each) => each.key === one.key)) return;
    const path = one.fields.some((field) => isPlace(field) && field.open);
    if (dropped ? one.rolls || one.final : path || !mayGoAtOnce(one)) return;
    if (!isHarmless(await foreseen.of(said)) || JSON.stringify(command.value) !== JSON.stringify(said) || !meant.value) return;
    await act.confirm();
  };
  const act = {
    /** @param {string | null} who */
    choose(who) {
      batch(() => {
        clear();
        wanted.value = who;
      });
    },
    /** Arm a chip, and let it wait for a further word. @param {Chip} one @param {Picked} [more] */
    hold(one, more = {}) {
      batch(() => {
        armed.value = one.key;
        picked.value = more;
        meant.value = true;
        refused.value = null;
        told.value = null;
      });
    },
    /** Arm a chip; `dropped` says that a token was dragged there. @param {Chip} one @param {Picked} [more] @param {boolean} [dropped] */
    arm(one, more = {}, dropped = false) {
      act.hold(one, more);
      void settle(dropped);
    },
    /** End something: it waits for a second word while there is still somebody to attack. @param {Chip} one */
    end(one) {
      const again = armed.value === one.key;
      const more = stillCould(chips.value, table.view.value?.combatants ?? []);
      act.hold(one);
      if (again || !(more || asksAlways.value || one.rolls)) void act.confirm();
    },
    /** Say why something cannot be chosen. @param {string} what */
    async bar(what) {
      await barred.ask();
      told.value = barred.now.value.get(what) ?? told.value;
    },
    /** @param {string} name @param {unknown} value */
    pick(name, value) {
      if (chip.value) act.arm(chip.value, { ...picked.value, [name]: value });
    },
    clear,
    /** Send what is armed, once; the same number on every try, until it is answered. */
    async confirm() {
      const [said, one] = [command.value, chip.value];
      if (!said || !one || busy.value || guessed.value) return false;
      sending.value = true;
      refused.value = null;
      foreseen.drop();
      try {
        await table.numbers.of(said, (cmd) => twice(() => table.declare(said, cmd)).catch(async (error) => {
          if (!(error instanceof Problem) || error.status !== 412) throw error;
          // Somebody else was quicker: the same is sent once more if it is still on offer.
          await table.renew();
          if (JSON.stringify(command.value) !== JSON.stringify(said)) throw error;
          await table.declare(said, cmd);
        }));
        if (isDoneAgain(one)) last.set(one.who, one.key);
        clear();
        return true;
      } catch (error) {
        refused.value = failure(error);
        return false;
      } finally {
        await table.renew();
        refusedAt = Math.max(table.choices.value?.version ?? -1, table.view.value?.version ?? -1);
        sending.value = false;
      }
    },
  };
  return { actors, actor, chips, everything, chip, likeliest, guessed, choice, open, pressed, command, odds, meant, sending, busy, refused, told, foreseen, barred: barred.now, ...act, close: () => (foreseen.close(), barred.close(), stop(), stopLost()) };
}

/** @typedef {ReturnType<typeof play>} Play */

/** Return what was picked without what is not on offer any more. @param {Chip} chip @param {Picked} picked @returns {Picked} */
function valid(chip, picked) {
  return Object.entries(picked).reduce((kept, [name, value]) => {
    const more = { ...kept, [name]: value };
    return chip.fields.some((field) => field.name === name) && fitting(chip, more).length ? more : kept;
  }, /** @type {Picked} */ ({}));
}

/** Do something, and once more if only the connection was at fault. @template T @param {() => Promise<T>} work */
async function twice(work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && error.status < 500) throw error;
    return work();
  }
}
