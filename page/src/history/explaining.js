import { call } from '../model/call.js';
import { failure } from '../model/failing.js';

/** @import { Signal } from '../../vendor/vendor.mjs' */
/** @import { Asked } from './causes.js' */

/**
 * Return what the server says of why a value is what it is, now or at a line.
 * @param {string} path @param {string} key @param {string} value @param {number} [at] @returns {Promise<Asked>}
 */
export function whyOf(path, key, value, at) {
  const query = new URLSearchParams(/^\d+$/.test(value) ? { line: value } : { value });
  if (at !== undefined) query.set('at', String(at));
  return call(`${path}/why?${query}`, { key }).then(
    (told) => ({ asked: value, told, failed: null }),
    (problem) => ({ asked: value, told: null, failed: failure(problem) }),
  );
}

/**
 * Show what is asked and then its answer, unless something else was asked meanwhile: the same at another line, too.
 * @param {Signal<Asked | null>} why @param {string} value @param {Promise<Asked>} answer
 */
export async function explained(why, value, answer) {
  const asked = { asked: value, told: null, failed: null };
  why.value = asked;
  const told = await answer;
  if (why.value === asked) why.value = told;
}
