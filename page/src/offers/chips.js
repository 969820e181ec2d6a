import { hintOf, titled } from '../model/facts.js';
import { words } from '../strings/words.js';
import { alike, canBeSaid, fieldsOf, isPeople, isPlace, onBoard } from './fields.js';

/** @import { Offer } from '../model/types.js' */
/** @import { Field } from './fields.js' */

/** What one does something with; of what is merely said there is one chip. */
const SPLITS = new Set(['thing', 'choice', 'holder']);

/**
 * One thing that an actor can do: offers of one `do` with the same fields, with one value of what they do it with.
 * @typedef {{key: string, do: string, who: string | null, by: string | null, name: string, label: string, hint: string,
 *   group: string, offers: Offer[], fields: Field[], fixed: Record<string, unknown>, rolls: boolean | null,
 *   final: boolean | null}} Chip
 */

/**
 * Return the chips of some offers of one actor.
 * @param {Offer[]} offers
 * @returns {Chip[]}
 */
export function chipsOf(offers) {
  const merged = new Map();
  for (const offer of offers) {
    const key = [offer.do, offer.who, offer.by, ...Object.keys(offer.closed), '/', ...Object.keys(offer.open)].join(' ');
    merged.set(key, [...(merged.get(key) ?? []), offer]);
  }
  return told([...merged].flatMap(([key, same]) => split(key, same)).filter((each) => each.fields.every(canBeSaid)));
}

/** Return one chip for each value of the first field that has no place on the board. @param {string} key @param {Offer[]} offers @returns {Chip[]} */
function split(key, offers) {
  const fields = fieldsOf(offers);
  const by = fields.find((field) => !field.open && !field.optional && !onBoard(field) && SPLITS.has(field.means) && field.values.every((value) => typeof value === 'string'));
  if (!by) return [chip(key, offers, fields, {}, null)];
  return by.values.map((value) => {
    const fitting = offers.filter((offer) => offer.closed[by.name]?.some((each) => alike(each, value)));
    const rest = fieldsOf(fitting).filter((field) => field.name !== by.name);
    return chip(`${key}=${String(value)}`, fitting, rest, { [by.name]: value }, String(value));
  });
}

/** @param {string} key @param {Offer[]} offers @param {Field[]} fields @param {Record<string, unknown>} fixed @param {string | null} value @returns {Chip} */
function chip(key, offers, fields, fixed, value) {
  const [first] = offers;
  const name = first?.do ?? '';
  return {
    key,
    do: name,
    who: first?.who ?? null,
    by: first?.by ?? null,
    name: first?.label ?? titled(name),
    label: value === null ? (first?.label ?? titled(name)) : titled(value),
    hint: (value === null ? first?.hint : hintOf(value)) ?? '',
    group: first?.group ?? 'other',
    offers,
    fields,
    fixed,
    rolls: first?.rolls ?? null,
    final: first?.final ?? null,
  };
}

/** Return the chips with names that differ: what is done to a place says so. @param {Chip[]} chips */
function told(chips) {
  return chips.map((each) => {
    const twins = chips.filter((other) => other.label === each.label);
    if (twins.length < 2) return each;
    if (isAimed(each)) return { ...each, label: [each.label, ...apart(each, twins.filter((other) => other !== each && isAimed(other)))].join(': ') };
    const more = twins.some((other) => other !== each && other.do === each.do)
      ? each.fields.filter((field) => !field.optional).map((field) => titled(field.name)).join(', ') || words.none
      : each.name;
    return { ...each, label: more ? `${each.label}: ${more.toLowerCase()}` : each.label };
  });
}

/** @param {Chip} chip */
function isAimed(chip) {
  return chip.fields.some((field) => field.means === 'combatant' && !field.optional);
}

/** Return how a chip differs from others of its name that are aimed at somebody too: by what it does in one way alone, or by what is said one by one. @param {Chip} chip @param {Chip[]} others @returns {string[]} */
function apart(chip, others) {
  if (!others.length) return [];
  const fixed = chip.fields.flatMap(({ name, open, optional, means, values: [value, ...more] }) =>
    (open || optional || more.length || means === 'combatant' || typeof value !== 'string' || others.every((other) => other.fields.some((field) => field.name === name && alike(field.values, [value]))) ? [] : [titled(value).toLowerCase()]));
  if (fixed.length) return [fixed.join(', ')];
  return chip.fields.some((field) => field.open && isPeople(field)) ? [words.oneByOne] : [];
}

/** Return whether a chip is a step on the board: its only field is a place. @param {Chip} chip */
export function isMove(chip) {
  const needed = chip.fields.filter((field) => !field.optional);
  return !Object.keys(chip.fixed).length && needed.length === 1 && needed.every(isPlace);
}
