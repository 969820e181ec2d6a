import { past } from './en-past.js';
import { alsoSay, words as said } from './words.js';

alsoSay({ past });

/** What the page says where one looks back. */
export const words = /** @type {typeof said & {past: typeof past}} */ (said);
