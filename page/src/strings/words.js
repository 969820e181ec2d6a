import { under } from '../model/under.js';
import { words as english } from './en.js';

/**
 * Every language says as much as English does. Of English what is not said at once comes with the part of the page that says it.
 * @typedef {typeof english & typeof import('./en-open.js').open & typeof import('./en-sheets.js').sheets
 *   & {past: typeof import('./en-past.js').past, proofs: typeof import('../dice/words.js').proofs}} Words
 */

/** What the page says in its own words, in the language of whoever reads it. */
export const words = { ...english };

/** Say everything in the words of another language. @param {Words} other */
export function speak(other) {
  Object.assign(words, other);
}

/** Take over what a part of the page says in English; whoever speaks another language says it already. @param {Partial<Words>} more */
export function alsoSay(more) {
  if (words.language === english.language) Object.assign(words, more);
}

/** Return the word for one of a few values, or the value itself where there is none for it. @param {Record<string, string>} known @param {string} value */
export function wordFor(known, value) {
  return under(known, value) ?? value;
}
