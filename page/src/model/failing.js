import { words } from '../strings/words.js';
import { Problem } from './call.js';

/** @import { Failure } from './types.js' */

/** Return why something failed: what was answered, which is English; else that nobody was reached. @param {unknown} problem @returns {Failure} */
export function failure(problem) {
  if (problem instanceof Problem) return { text: problem.message, rule: problem.rule, lang: problem.lang, status: problem.status };
  return { text: words.notSent, rule: null, lang: words.language };
}
