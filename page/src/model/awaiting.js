import { effect, signal } from '../../vendor/vendor.mjs';
import { failure } from './failing.js';

/** @import { Awaited } from './types.js' */
/** @import { Failure } from './types.js' */
/** @import { Table } from './store.js' */

/** A roll that is there sooner is not said to be waited for. */
const PATIENCE = 400;
/** So often it is asked whose part is missing still. */
const AGAIN = 700;

/**
 * What an accepted command waits for: links of devices, or dice of the table.
 * @param {Table} table
 */
export function awaiting(table) {
  const awaited = signal(/** @type {Awaited | null} */ (null));
  const failed = signal(/** @type {Failure | null} */ (null));
  /** @type {number | undefined} */
  let timer;
  const look = async () => {
    const told = await table.read('offers?asides=false').catch(() => null);
    if (table.rolling.value === null) return;
    awaited.value = told?.waiting ?? null;
    timer = window.setTimeout(() => void look(), AGAIN);
  };
  const stop = effect(() => {
    clearTimeout(timer);
    if (table.rolling.value === null) awaited.value = null;
    else timer = window.setTimeout(() => void look(), PATIENCE);
  });
  return {
    awaited,
    failed,
    /** Agree that a roll goes on without what is missing. @param {number} roll */
    async goOn(roll) {
      failed.value = await table.tell('go_on', { roll }).then(
        () => null,
        failure,
      );
    },
    close: () => {
      clearTimeout(timer);
      stop();
    },
  };
}

/** @typedef {ReturnType<typeof awaiting>} Awaiting */
