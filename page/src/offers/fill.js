import { alike, isList, isPlace } from './fields.js';

/** @import { Choices, Odds, Offer } from '../model/types.js' */
/** @import { Chip } from './chips.js' */
/** @import { Field } from './fields.js' */

/** @typedef {Record<string, unknown>} Picked */

/** Return the offers of a chip that allow what was picked. @param {Chip} chip @param {Picked} picked @returns {Offer[]} */
export function fitting(chip, picked) {
  return chip.offers.filter((offer) =>
    Object.entries({ ...chip.fixed, ...picked }).every(
      ([name, value]) => name in offer.open || (offer.closed[name] ?? []).some((each) => alike(each, value)),
    ),
  );
}

/** Return what a field may be, beside what was picked for the others. @param {Chip} chip @param {Field} field @param {Picked} picked @returns {unknown[]} */
export function allowed(chip, field, picked) {
  const others = Object.fromEntries(Object.entries(picked).filter(([name]) => name !== field.name));
  if (field.open) return field.values;
  const there = fitting(chip, others).flatMap((offer) => offer.closed[field.name] ?? []);
  return field.values.filter((value) => there.some((each) => alike(each, value)));
}

/**
 * Return what is picked, with what can only be one thing filled in.
 * @param {Chip} chip
 * @param {Picked} picked
 * @returns {Picked}
 */
export function filled(chip, picked) {
  const found = { ...picked };
  for (const field of chip.fields) {
    if (field.name in found || field.optional) continue;
    if (field.open?.kind === 'number') found[field.name] = field.open.example;
    if (field.open && field.values.length !== 1) continue;
    const values = allowed(chip, field, found);
    if (values.length === 1) found[field.name] = values[0];
  }
  return found;
}

/** Return the fields that must still be said. @param {Chip} chip @param {Picked} picked @returns {Field[]} */
export function missing(chip, picked) {
  return chip.fields.filter((field) => !field.optional && !says(field, picked[field.name]));
}

/** @param {Field} field @param {unknown} value */
function says(field, value) {
  if (value === undefined || value === null || value === '') return field.open?.kind === 'text' && field.open.minimum === 0;
  if (isList(field)) return Array.isArray(value) && value.length > 0;
  if (!field.open || isPlace(field)) return true;
  if (field.open.kind === 'number') return Number(value) >= field.open.minimum && Number(value) <= field.open.maximum;
  if (field.open.kind === 'text') return String(value).length >= field.open.minimum && String(value).length <= field.open.maximum;
  return true;
}

/**
 * Return the command as it is sent.
 * @param {Chip} chip
 * @param {Picked} picked
 * @returns {Record<string, unknown>}
 */
export function body(chip, picked) {
  const named = { do: chip.do, ...(chip.who === null ? {} : { who: chip.who }), ...(chip.by === null ? {} : { by: chip.by }) };
  const said = chip.fields.flatMap((field) => {
    const value = picked[field.name];
    if (value === undefined || value === null || value === '') return [];
    if (field.open?.kind === 'path') return [[field.name, way(field, value)]];
    if (field.open?.kind === 'number') return [[field.name, Number(value)]];
    if (Array.isArray(value) || typeof value === 'object') return [[field.name, value]];
    if (field.open?.kind === 'value' && !field.values.length) return [[field.name, /^-?\d+$/.test(String(value)) ? Number(value) : value]];
    return [[field.name, value]];
  });
  return { ...named, ...chip.fixed, ...Object.fromEntries(said) };
}

/** Return the way to a place: the one that the server offered. @param {Field} field @param {unknown} place */
export function way(field, place) {
  return field.open?.ends.find((end) => end.tile === place)?.path ?? [];
}

/** Return the odds of a command, or null where none were counted. @param {Choices} choices @param {Record<string, unknown>} command @returns {Odds | null} */
export function oddsOf(choices, command) {
  const wanted = spelled(command);
  return choices.odds?.find((each) => spelled(each.command) === wanted)?.odds ?? null;
}

/** Return the text by which a command is known as the same, in whatever order its words stand. @param {Record<string, unknown>} command */
export function spelled(command) {
  return JSON.stringify(Object.entries(command).filter(([, value]) => value !== null).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Return the best chance of a chip, 0 to 1, with what is picked already; null where nothing is thrown for. @param {Choices} choices @param {Chip} chip @param {Picked} picked */
export function best(choices, chip, picked) {
  const hits = oddsWith(choices, chip, picked).flatMap((odds) => (odds.hit ? [Number(odds.hit.decimal)] : []));
  return hits.length ? Math.max(...hits) : null;
}

/** Return all odds of a chip that are known, with what is picked already. @param {Choices} choices @param {Chip} chip @param {Picked} picked @returns {Odds[]} */
export function oddsWith(choices, chip, picked) {
  const known = Object.entries({ do: chip.do, who: chip.who, ...chip.fixed, ...picked }).filter(([, value]) => value !== null);
  return (choices.odds ?? []).filter(({ command }) => known.every(([name, value]) => alike(command[name], value))).map(({ odds }) => odds);
}
