import { computed, effect, signal } from '../../vendor/vendor.mjs';

/** @import { ReadonlySignal } from '../../vendor/vendor.mjs' */
/** @import { Preview } from './types.js' */
/** @import { Table } from './store.js' */

/** Choices that change faster than this are not asked about. */
const PAUSE = 80;

/**
 * What the server says of the command that is armed before it is given: whether it rolls, what it costs, who may strike.
 * @param {Table} table
 * @param {ReadonlySignal<Record<string, unknown> | null>} command
 * @param {ReadonlySignal<boolean>} meant only what somebody chose is asked about
 */
export function previews(table, command, meant) {
  const told = signal(/** @type {{key: string, preview: Preview} | null} */ (null));
  const keyOf = (/** @type {object} */ said) => `${table.choices.peek()?.version} ${JSON.stringify(said)}`;
  let asking = new AbortController();
  /** What is being asked now. @type {{key: string, answer: Promise<Preview | null>} | null} */
  let asked = null;
  /** Return what is known of a command; null where it would be refused, or the server was not reached. @param {object} said @returns {Promise<Preview | null>} */
  const of = (said) => {
    const key = keyOf(said);
    const known = told.peek();
    if (known?.key === key) return Promise.resolve(known.preview);
    if (asked?.key === key) return asked.answer;
    asking.abort();
    asking = new AbortController();
    const answer = table.send('preview', { cmd: 'preview', action: said }, asking.signal).then(
      (preview) => ((told.value = { key, preview }), preview),
      () => null,
    );
    asked = { key, answer };
    return answer;
  };
  /** @type {number | undefined} */
  let waiting;
  /** Ask no more: what was asked about is over, or sent. */
  const drop = () => {
    clearTimeout(waiting);
    asking.abort();
    asked = null;
  };
  const stop = effect(() => {
    const said = meant.value ? command.value : null;
    // Choices that come anew with the same command in them change nothing.
    if (said && asked?.key === keyOf(said)) return;
    drop();
    if (said) waiting = window.setTimeout(() => void of(said), PAUSE);
  });
  const now = computed(() => (command.value && told.value?.key === keyOf(command.value) ? told.value.preview : null));
  return {
    now,
    of,
    drop,
    close: () => {
      drop();
      stop();
    },
  };
}
