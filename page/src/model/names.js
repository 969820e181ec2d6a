import { call } from './call.js';
import { learn } from './facts.js';

/** Learn what everything of an encounter is called. @param {string} path @param {string} key */
export function asked(path, key) {
  return call(`${path}/words`, { key }).then(learn, () => {});
}
