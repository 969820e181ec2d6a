import { batch, computed, signal } from '../../vendor/vendor.mjs';
import { actorsOf, ofTheTurn } from '../offers/actors.js';
import { chipsOf } from '../offers/chips.js';
import { best, body, filled, fitting, missing, oddsOf } from '../offers/fill.js';
import { isPlace, onBoard } from '../offers/fields.js';
import { isHarmless, mayGoAtOnce, stillCould } from '../offers/waits.js';
import { barring } from './barred.js';
import { number, Problem } from './call.js';
import { failure } from './failing.js';
import { previews } from './preview.js';
import { asksAlways } from './settings.js';

/** @import { Failure } from './types.js' */
/** @import { Choices, Reason, View } from './types.js' */
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
  /** What each actor did last, to begin with it again. @type {Map<string | null, string>} */
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
    const own = turn.filter((offer) => (offer.who !== null && known.has(offer.who) ? offer.who : null) === actor.value);
    return view ? chipsOf(own) : [];
  });
  /** Everything that may be said at all, for the palette. */
  const everything = computed(() => chipsOf([...(table.choices.value?.offers ?? []), ...table.asides.value]));
  const chip = computed(() => {
    const choices = table.choices.value;
    if (armed.value !== null) return everything.value.find((each) => each.key === armed.value) ?? null;
    const before = chips.value.find((each) => each.key === last.get(actor.value));
    if (before || !choices) return before ?? null;
    const [only, ...others] = chips.value.filter((each) => each.group !== 'end');
    if (only && !others.length) return only;
    const ranked = chips.value.filter((each) => missing(each, {}).every((field) => onBoard(field) && field.values.length)).map((each) => ({ each, chance: foes(choices, each, table.view.value) ?? -1 })).filter(({ chance }) => chance >= 0);
    return ranked.sort((one, other) => other.chance - one.chance)[0]?.each ?? null;
  });
  const choice = computed(() => (chip.value ? filled(chip.value, valid(chip.value, picked.value)) : {}));
  const open = computed(() => (chip.value ? missing(chip.value, choice.value) : []));
  const command = computed(() => (chip.value && !open.value.length ? body(chip.value, choice.value) : null));
  /** What is being sent, or was refused, is not asked about any more. */
  const asked = computed(() => meant.value && !sending.value && !refused.value);
  const foreseen = previews(table, computed(() => (chip.value?.rolls === null ? null : command.value)), asked);
  const barred = barring(table, chip, asked);
  /** Why what was pressed cannot be chosen. */
  const told = signal(/** @type {Reason | null} */ (null));
  const odds = computed(() => (command.value && table.choices.value ? oddsOf(table.choices.value, command.value) : null));

  const clear = () => batch(() => {
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
        refused.value = null;
      });
    },
    /** Arm a chip; `dropped` says that a token was dragged there. @param {Chip} one @param {Picked} [more] @param {boolean} [dropped] */
    arm(one, more = {}, dropped = false) {
      batch(() => {
        armed.value = one.key;
        picked.value = more;
        meant.value = true;
        refused.value = null;
        told.value = null;
      });
      void settle(dropped);
    },
    /** End something: it waits for a second word while there is still somebody to attack. @param {Chip} one */
    end(one) {
      const again = armed.value === one.key;
      const more = stillCould(chips.value, table.view.value?.combatants ?? []);
      batch(() => {
        armed.value = one.key;
        picked.value = {};
        meant.value = true;
        refused.value = null;
        told.value = null;
      });
      if (again || !(more || asksAlways.value || one.rolls)) void act.confirm();
    },
    /** Say why something cannot be chosen. @param {string} what */
    async bar(what) {
      await barred.ask();
      told.value = barred.now.value.get(what) ?? told.value;
    },
    /** @param {string} name @param {unknown} value */
    pick(name, value) {
      batch(() => {
        const one = chip.value;
        if (one) armed.value = one.key;
        picked.value = { ...picked.value, [name]: value };
        meant.value = true;
        refused.value = null;
        told.value = null;
      });
      void settle();
    },
    clear,
    /** Send what is armed, once; the same number on every try. */
    async confirm() {
      const [said, one] = [command.value, chip.value];
      if (!said || !one || sending.value) return false;
      sending.value = true;
      foreseen.drop();
      try {
        const cmd = number();
        await twice(() => table.declare(said, cmd)).catch(async (error) => {
          if (!(error instanceof Problem) || error.status !== 412) throw error;
          // Somebody else was quicker: the same is sent once more if it is still on offer.
          await table.renew();
          if (JSON.stringify(command.value) !== JSON.stringify(said)) throw error;
          await table.declare(said, cmd);
        });
        last.set(one.who, one.key);
        clear();
        return true;
      } catch (error) {
        refused.value = failure(error);
        return false;
      } finally {
        await table.renew();
        sending.value = false;
      }
    },
  };
  return { actors, actor, chips, everything, chip, choice, open, command, odds, meant, sending, refused, told, foreseen, barred: barred.now, ...act, close: () => (foreseen.close(), barred.close()) };
}

/** @typedef {ReturnType<typeof play>} Play */

/** Return what was picked without what is not on offer any more. @param {Chip} chip @param {Picked} picked @returns {Picked} */
function valid(chip, picked) {
  return Object.entries(picked).reduce((kept, [name, value]) => {
    const more = { ...kept, [name]: value };
    return chip.fields.some((field) => field.name === name) && fitting(chip, more).length ? more : kept;
  }, /** @type {Picked} */ ({}));
}

/** Return the best chance of a chip against somebody of another side. @param {Choices} choices @param {Chip} chip @param {View | null} view */
function foes(choices, chip, view) {
  const sides = new Map(view?.combatants.map((each) => [each.id, each.side]));
  const target = chip.fields.find((field) => field.means === 'combatant');
  if (!target) return best(choices, chip, {});
  const others = target.values.filter((value) => sides.get(String(value)) !== sides.get(chip.who ?? ''));
  return Math.max(-1, ...others.map((value) => best(choices, chip, { [target.name]: value }) ?? -1));
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
