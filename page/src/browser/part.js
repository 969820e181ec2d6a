import { signal } from '../../vendor/vendor.mjs';
import { loaded, NotHere } from './loading.js';

/**
 * A part of the page that is loaded when it is to be shown: `here` is what it gives, `missing` why it did not come.
 * @template T
 * @typedef {{here: import('../../vendor/vendor.mjs').Signal<T | null>, missing: import('../../vendor/vendor.mjs').Signal<NotHere | null>, ask: () => Promise<void>}} Part
 */

/**
 * Return a part of the page by the name of its file, and by what loads it.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} load
 * @returns {Part<T>}
 */
export function part(name, load) {
  const here = signal(/** @type {T | null} */ (null));
  const missing = signal(/** @type {NotHere | null} */ (null));
  const give = loaded(name, load);
  const ask = async () => {
    missing.value = null;
    await give().then(
      (made) => (here.value = made),
      (why) => (missing.value = why),
    );
  };
  return { here, missing, ask };
}
