import { computed, effect, signal } from '../../vendor/vendor.mjs';
import { LATER } from '../offers/reasons.js';
import { onBoard } from '../offers/fields.js';

/** @import { ReadonlySignal } from '../../vendor/vendor.mjs' */
/** @import { ChoiceReason } from './types.js' */
/** @import { Chip } from '../offers/chips.js' */
/** @import { Table } from './store.js' */

/**
 * Why the server would not take some targets and places for what is armed, by their ids.
 * @param {Table} table
 * @param {ReadonlySignal<Chip | null>} chip
 * @param {ReadonlySignal<boolean>} meant only what somebody chose is asked about
 */
export function barring(table, chip, meant) {
  const told = signal(/** @type {{key: string, reasons: ChoiceReason[]} | null} */ (null));
  const keyOf = (/** @type {Chip} */ one) => `${table.choices.value?.version} ${one.key}`;
  const ask = async () => {
    const one = chip.value;
    if (!one || one.who === null || !one.fields.some(onBoard)) return;
    const key = keyOf(one);
    if (told.peek()?.key === key) return;
    const given = Object.entries(one.fixed).map(([name, value]) => ['given', `${name}:${value}`]);
    const query = new URLSearchParams([['do', one.do], ['who', one.who], ...given]);
    await table.read(`reasons?${query}`).then((reasons) => (told.value = { key, reasons }), () => {});
  };
  const stop = effect(() => {
    if (meant.value) void ask();
  });
  const now = computed(() => {
    const one = chip.value;
    if (!one || told.value?.key !== keyOf(one)) return new Map();
    const fields = new Set(one.fields.filter(onBoard).map((field) => field.name));
    const own = told.value.reasons.filter((each) => fields.has(each.field) && !LATER.has(each.code));
    return new Map(own.map((each) => [each.value, each]));
  });
  return { now: /** @type {ReadonlySignal<Map<string, ChoiceReason>>} */ (now), ask, close: stop };
}
