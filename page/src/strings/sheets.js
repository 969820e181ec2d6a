import { sheets } from './en-sheets.js';
import { alsoSay, words as said } from './words.js';

alsoSay(sheets);

/** What the page says in what is opened beside a fight. */
export const words = /** @type {typeof said & typeof sheets} */ (said);
