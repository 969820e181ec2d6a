import { words as english } from './en.js';

/** @typedef {typeof english} Words Every language says as much as English does. */

/** What the page says in its own words, in the language of whoever reads it. @type {Words} */
export let words = english;

/** Say everything in the words of another language. @param {Words} other */
export function speak(other) {
  words = other;
}

/** Return the word for one of a few values, or the value itself where there is none for it. @param {Record<string, string>} known @param {string} value */
export function wordFor(known, value) {
  return known[value] ?? value;
}
