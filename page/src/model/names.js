import { call } from './call.js';
import { called, deedKey } from './facts.js';

/** Learn what everything of an encounter is called. @param {string} path @param {string} key */
export function learn(path, key) {
  return call(`${path}/words`, { key }).then(
    (/** @type {Record<string, Record<string, {label: string, hint: string}>>} */ { commands = {}, values, conditions, things }) => {
      // A command may share its name with a thing or a word: it is kept apart.
      const deeds = Object.fromEntries(Object.entries(commands).map(([name, label]) => [deedKey(name), label]));
      called.value = new Map(Object.entries({ ...deeds, ...values, ...conditions, ...things }));
    },
    () => {},
  );
}
