/** @import { Offer, Open } from '../model/types.js' */

/**
 * One thing to say in a command.
 * @typedef {{name: string, means: string, values: unknown[], open: Open | null, optional: boolean}} Field
 */

const PLACES = new Set(['square', 'tile', 'zone', 'rank', 'place']);

/** Return whether the values of a field are places of the board. @param {Field} field */
export function isPlace(field) {
  return PLACES.has(field.means);
}

/** Return whether a field holds a list of things that are chosen one by one. @param {Field} field */
export function isList(field) {
  const schema = field.open?.schema;
  return !!schema && (schema.type === 'array' || (schema.anyOf ?? []).some((each) => each.type === 'array'));
}

/** Return whether a field holds facts: whole numbers or words, each under a name that somebody gives it. @param {Field} field */
export function isFacts(field) {
  const schema = field.open?.schema;
  return [schema, ...(schema?.anyOf ?? [])].some((each) => each?.type === 'object' && 'additionalProperties' in each);
}

/** Return whether a field is a list of people, who are chosen by their names. @param {Field} field */
export function isPeople(field) {
  return field.means === 'combatant' && isList(field);
}

/** Return whether a field is chosen by pressing something on the board. @param {Field} field */
export function onBoard(field) {
  return isPlace(field) || (field.means === 'combatant' && !isList(field));
}

/** Return whether anything can be said in a field: there is a value to choose, or a way to say one. @param {Field} field */
export function canBeSaid(field) {
  if (field.optional || field.values.length) return true;
  return field.open !== null && (!isList(field) || isPlace(field) || isPeople(field));
}

/**
 * Return the fields of offers that have the same ones, in the order of the offers: what all of them allow together.
 * @param {Offer[]} offers
 * @returns {Field[]}
 */
export function fieldsOf(offers) {
  const [first] = offers;
  if (!first) return [];
  const closed = Object.keys(first.closed).map((name) => {
    const values = distinct(offers.flatMap((offer) => offer.closed[name] ?? []));
    return { name, means: first.means[name] ?? 'choice', values: values.filter((value) => value !== null), open: null, optional: values.includes(null) };
  });
  const open = Object.entries(first.open).map(([name, bounds]) => ({
    name,
    means: first.means[name] ?? bounds.kind,
    values: bounds.ends.length ? bounds.ends.map((end) => end.tile) : (bounds.schema?.enum ?? []),
    open: bounds,
    optional: bounds.example === null,
  }));
  return [...closed, ...open];
}

/** Return each value once, whatever its kind. @param {unknown[]} values */
function distinct(values) {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** Return whether two values say the same. @param {unknown} one @param {unknown} other */
export function alike(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
