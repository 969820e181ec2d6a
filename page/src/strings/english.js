import { html } from '../../vendor/vendor.mjs';
import { plainText } from '../chronicle/parts.js';
import { isNamed, plain, titled } from '../model/facts.js';
import { words } from './words.js';

/** @import { Pool, View } from '../model/types.js' */
/** @import { Failure } from '../model/types.js' */

/** Words of the server, which are English whatever the page speaks; on a drawing they are a `tspan`. @param {unknown} text @param {string} [tag] */
export function english(text, tag = 'bdi') {
  return html`<${tag} lang="en">${text}</${tag}>`;
}

/** Return an id as people read it within a sentence: what they call it, else what the server does. @param {string} id @param {string} [tag] */
export function term(id, tag) {
  return isNamed(id) ? plain(id) : english(plain(id), tag);
}

/** Return the same with a capital letter in front. @param {string} id @param {string} [tag] */
export function capitalTerm(id, tag) {
  return isNamed(id) ? titled(id) : english(titled(id), tag);
}

/** Return the language of a word for an id: that of the page where people gave it a name. @param {string} id */
export function tongueOf(id) {
  return isNamed(id) ? words.language : 'en';
}

/** Return the same of whoever has an id: somebody who fights, else a word of the server. @param {View} view @param {string | null} who */
export function tongueOfOne(view, who) {
  return who === null || view.combatants.some((each) => each.id === who) ? words.language : 'en';
}

/** Return a pool as people read it. @param {Pool | null} pool @param {string} [tag] */
export function poolInWords(pool, tag) {
  if (!pool) return '';
  if (pool.told !== undefined) return pool.told && english(pool.told, tag);
  return html`${pool.max === null ? pool.now : words.outOf(pool.now, pool.max)} ${term(pool.name, tag)}`;
}

/**
 * Return a sentence of the page around what is no word of its own: names, or words of the server.
 * @param {(...given: string[]) => string} sentence
 * @param {...unknown} given
 */
export function around(sentence, ...given) {
  const told = sentence(...given.map((each, index) => (each === '' ? '' : `\uE000${index}\uE001`)));
  return told.split(/\uE000(\d+)\uE001/).map((piece, index) => (index % 2 ? given[Number(piece)] : piece));
}

/** Return what was said, with something between each two. @param {unknown[]} said @param {string} [between] */
export function listed(said, between = ', ') {
  return said.filter(Boolean).map((each, index) => html`${index ? between : ''}${each}`);
}

/** Return why something failed, in the language of whoever says it. @param {Failure | null} failed */
export function failedBy(failed) {
  return failed && html`<bdi lang=${failed.lang}>${plainText(failed.text)}${failed.rule && html` <small>${failed.rule}</small>`}</bdi>`;
}
