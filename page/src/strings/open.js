import { open } from './en-open.js';
import { alsoSay, words as said } from './words.js';

alsoSay(open);

/** What the page says where fights are held and begun. */
export const words = /** @type {typeof said & typeof open} */ (said);
