import { signal } from '../../vendor/vendor.mjs';
import { words } from '../strings/words.js';
import { under } from './under.js';

/** @import { Combatant, Initiative, Pool, View } from './types.js' */

/** What things, pools, conditions and commands of this fight are called, by their ids, as the server says. */
export const called = signal(/** @type {Map<string, {label: string, hint: string}>} */ (new Map()));

/**
 * Take over what the server says of what everything is called.
 * @param {Record<string, Record<string, {label: string, hint: string}>>} told
 */
export function learn({ commands = {}, values, conditions, things }) {
  // A command may share its name with a thing or a word: it is kept apart.
  const deeds = Object.fromEntries(Object.entries(commands).map(([name, label]) => [deedKey(name), label]));
  called.value = new Map(Object.entries({ ...deeds, ...values, ...conditions, ...things }));
}

/** What people call somebody, a thing or a place of this fight, by id, and which of these names stand for several. */
const names = signal({ given: /** @type {Record<string, string>} */ ({}), shared: new Set() });

/** Take over what people call what is in a fight. @param {Pick<View, 'names' | 'combatants'>} view */
export function name({ names: given = {}, combatants }) {
  const all = [...Object.values(given), ...combatants.map(({ id }) => id).filter((id) => !Object.hasOwn(given, id))].map(alike);
  names.value = { given, shared: new Set(all.filter((each, index) => all.indexOf(each) !== index)) };
}

/** Return a name as people compare it. @param {string} text */
function alike(text) {
  return text.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean).join(' ');
}

/** Return whether others are called so too. @param {string} text */
function isShared(text) {
  return names.value.shared.has(alike(text));
}

/** Return a name, with the id behind it where others are called so too. @param {string} text @param {string} id */
function apart(text, id) {
  return isShared(text) ? `${text} (${id})` : text;
}

/** Return the name that people gave something, or none. @param {string} id */
function given(id) {
  const name = under(names.value.given, id);
  return name ? apart(name, id) : '';
}

/** Return whether people gave something a name. @param {string} id */
export function isNamed(id) {
  return given(id) !== '';
}

/** Return an id as people read it within a sentence. @param {string} id */
export function plain(id) {
  const name = given(id);
  if (name) return name;
  const label = called.value.get(id)?.label;
  return label ? label.charAt(0).toLowerCase() + label.slice(1) : id.replace(/[_-]+/g, ' ').trim();
}

/** Return the same with a capital letter in front. @param {string} id */
export function titled(id) {
  const name = given(id);
  if (name) return name;
  const label = called.value.get(id)?.label ?? plain(id);
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** Return the key under which a command is named. @param {string} name */
export function deedKey(name) {
  return `do ${name}`;
}

/** Return what a command, or a question of that name, is called. @param {string} name */
export function deed(name) {
  return called.value.get(deedKey(name))?.label ?? titled(name);
}

/** Return in one line what something is or does, where the server says it. @param {string} id */
export function hintOf(id) {
  return called.value.get(id)?.hint ?? '';
}

/** Return the name to show of a combatant. @param {Combatant} each */
export function nameOf(each) {
  return each.name ? apart(each.name, each.id) : plain(each.id);
}

/** Return the letters on the token of a combatant: of the id where others have the same name. @param {Combatant} each */
export function lettersOf(each) {
  return initials(each.name && isShared(each.name) ? each.id : nameOf(each));
}

/** Return the name to show of whoever has an id, which may be nobody's. @param {View} view @param {string} id */
export function named(view, id) {
  const each = view.combatants.find((one) => one.id === id);
  return each ? nameOf(each) : plain(id);
}

/** Return two letters for a name: `Wrecker2` is W2, `Captain Grue` CG, `Anwen` An. @param {string} name */
export function initials(name) {
  const [first = '?', second] = name.split(/\s+/).filter(Boolean);
  const number = /^(\D)\D*(\d)\d*$/.exec(first);
  if (second) return firstOf(first) + firstOf(second);
  return number ? `${number[1]}${number[2]}` : [...first].slice(0, 2).join('');
}

/** @param {string} word */
function firstOf(word) {
  return [...word][0] ?? '';
}

/** Return whether it is a thing, which has no turn and no side. @param {Combatant} each */
export function isThing(each) {
  return each.life === 'inert';
}

/** Return whether somebody is out of the fight, for now or for good. @param {Combatant} each */
export function isDown(each) {
  return each.life !== 'active' && each.life !== 'inert';
}

/** Return the number of a side: its shape and colour, 1 to 5; 0 is for things. @param {View} view @param {Combatant} each */
export function sideOf(view, each) {
  if (isThing(each)) return 0;
  const sides = [...new Set(view.combatants.filter((one) => !isThing(one)).map((one) => one.side))];
  return (sides.indexOf(each.side) % 5) + 1;
}

/** Return the pool that a token shows, the first of a combatant. @param {Combatant} each @returns {Pool | null} */
export function mainPool(each) {
  return poolsOf(each)[0] ?? null;
}

/** How full a pool is drawn of which words alone are shown, in tenths. @type {Record<string, number>} */
const ROUGH = { unhurt: 10, hurt: 6, 'badly hurt': 2 };

/** Return the pools of a combatant; of those whose numbers are not shown what is shown in their place. @param {Combatant} each @returns {Pool[]} */
export function poolsOf(each) {
  if (!each.vague) return Object.values(each.pools);
  return Object.entries(each.vague).map(([name, shown]) =>
    typeof shown === 'string' ? { name, now: ROUGH[shown] ?? 0, max: 10, told: shown } : { name, now: shown, max: 10, told: '' });
}

/** Return how full a pool is, 0 to 1; a pool without a bound is full. @param {Pool | null} pool */
export function share(pool) {
  if (!pool || !pool.max) return 1;
  return Math.max(0, Math.min(1, pool.now / pool.max));
}

/** Return a pool in words: `6 of 9 hp`. @param {Pool | null} pool */
export function poolWords(pool) {
  if (!pool) return '';
  if (pool.told !== undefined) return pool.told;
  return pool.max === null ? `${pool.now} ${plain(pool.name)}` : `${words.outOf(pool.now, pool.max)} ${plain(pool.name)}`;
}

/** Return who has the turn or is asked, as ids of combatants. @param {View} view */
export function whoActs(view) {
  const { pending, turn } = view.initiative;
  const asked = pending.who ?? (typeof pending.owner === 'string' ? pending.owner : null);
  if (asked && view.combatants.some((each) => each.id === asked)) return [asked];
  return pending.kind === 'turn' && turn ? [turn] : [];
}

/** Return whether a question waits in the middle of something else. @param {Initiative} initiative */
export function isQuestion(initiative) {
  return initiative.interrupted.length > 0;
}

/** Return the combatants in the order in which the page lists them. @param {View} view @returns {Combatant[]} */
export function inOrder(view) {
  const placed = view.initiative.order.map((turn) => turn.who);
  const rank = new Map(placed.map((who, index) => [who, index]));
  return view.combatants
    .filter((each) => !isThing(each))
    .map((each, index) => ({ each, at: rank.get(each.id) ?? placed.length + index }))
    .sort((one, other) => one.at - other.at)
    .map(({ each }) => each);
}

/** Return what a token says to those who do not see it. @param {Combatant} each */
export function spoken(each) {
  const said = [nameOf(each), poolWords(mainPool(each))];
  if (isDown(each)) said.push(plain(each.life));
  said.push(...each.conditions.map((condition) => plain(condition.name)));
  return said.filter(Boolean).join(', ');
}
