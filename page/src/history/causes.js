/**
 * Why a number is what it is, as far as a history tells it without a server.
 *
 * @import { Why } from '../model/types.js'
 * @import { History } from './history.js'
 *
 * @typedef {{asked: string, told: Why | null, failed: import('../model/types.js').Failure | null}} Asked
 */
import { changes, read } from './differing.js';

/** Return the commands that made a value what it is after the one that a line is part of, oldest first. @param {History} past @param {string} value @param {number} at @returns {Asked} */
export function causes(past, value, at) {
  const step = past.part(at);
  const cut = value.lastIndexOf('.');
  const [who, what] = [value.slice(0, cut), value.slice(cut + 1)];
  const chain = changes(past, who, what, past.first, past.line(step)).map(({ n, before, after }) => {
    const entry = past.entry(n);
    return { n, type: '', before, after, steps: [], dice: entry?.dice ?? [], outcome: null, rules: [], text: entry?.text ?? '' };
  });
  return { asked: value, told: { subject: value, value: read(past.view(step), who, what), chain, sentences: [] }, failed: null };
}
