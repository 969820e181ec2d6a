import { computed, effect, signal } from '../../vendor/vendor.mjs';
import { failure } from './failing.js';

/** @import { Failure, RollProof, Thrown } from './types.js' */
/** @import { Table } from './store.js' */

/** A roll that is there sooner is not said to be waited for. */
const PATIENCE = 400;

/**
 * The roll that an accepted command waits for, for links of devices or for dice of the table, and what one says of
 * rolls. The stream tells what is waited for.
 * @param {Table} table
 */
export function rollsOf(table) {
  const { links, pending } = table.announced;
  const dice = computed(() => links.value?.dice ?? pending.value?.dice ?? null);
  const line = computed(() => links.value?.line ?? dice.value?.line ?? null);
  /** The line of a command that has waited for so long. */
  const late = signal(/** @type {number | null} */ (null));
  const failed = signal(/** @type {Failure | null} */ (null));
  /** @type {number | undefined} */
  let timer;
  const stop = effect(() => {
    const waits = line.value;
    clearTimeout(timer);
    failed.value = null;
    if (waits === null) late.value = null;
    else timer = window.setTimeout(() => (late.value = waits), PATIENCE);
  });
  /** Say something that may be refused. @param {() => Promise<unknown>} say */
  const tried = async (say) => {
    failed.value = null;
    failed.value = await say().then(() => null, failure);
  };
  return {
    waiting: computed(() => (line.value !== null && line.value === late.value ? { links: links.value, dice: dice.value } : null)),
    failed,
    /** Agree that a roll goes on without what is missing. @param {number} roll */
    goOn: (roll) => tried(() => table.tell('go_on', { roll })),
    /** Say what dice on the table showed; return whether that was taken. @param {Thrown} thrown @param {number[]} faces */
    async type({ by, dice: rolled }, faces) {
      await tried(() => table.tell('type_dice', { by, dice: rolled, faces }));
      return failed.value === null;
    },
    /** Say of all dice that were typed in for a command what one saw of them. @param {number} line @param {string} verdict */
    attest: (line, verdict) => tried(async () => {
      /** @type {RollProof[]} */
      const made = await table.read(`rolls?line=${line}`);
      const own = table.seating.value?.seat ?? '';
      const theirs = made.flatMap((roll) => roll.typed).filter(({ seat, said: words }) => seat !== own && !(own in words));
      for (const { line: of } of theirs) await table.tell('attest', { of, verdict });
    }),
    close: () => {
      clearTimeout(timer);
      stop();
    },
  };
}

/** @typedef {ReturnType<typeof rollsOf>} Rolls */
