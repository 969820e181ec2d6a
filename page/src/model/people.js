import { batch, computed, signal } from '../../vendor/vendor.mjs';
import { backing } from './back.js';
import { disputing } from '../history/disputes.js';
import { failure } from './failing.js';
import { as as eyes } from './pictures.js';
import { rollsOf } from './rolls.js';

/** @import { Entry, Failure, View } from './types.js' */
/** @import { Chip } from '../offers/chips.js' */
/** @import { Picked } from '../offers/fill.js' */
/** @import { Play } from './play.js' */
/** @import { Table } from './store.js' */

/**
 * A sheet beside the board: of somebody, of a place, what the referee keeps, what came while one was away, a last
 * word before something that ends a part, or before the ledger is closed.
 * @typedef {{kind: 'who', who: string} | {kind: 'place', at: string} | {kind: 'drawer'} | {kind: 'since', from: number} | {kind: 'proof', line: number} | {kind: 'keys'} | {kind: 'closing'}
 *   | {kind: 'sure', chip: Chip}} Panel
 */

/**
 * What people do at a table beside taking a turn.
 * @param {Table} table
 * @param {Play} play
 */
export function peopleOf(table, play) {
  const back = backing(table);
  const disputes = disputing(table);
  const rolls = rollsOf(table);
  const panel = signal(/** @type {Panel | null} */ (null));
  /** The fight as another seat sees it, for the referee. */
  const seen = signal(/** @type {{as: string, view: View, entries: Entry[]} | null} */ (null));
  /** Why it could not be shown so. */
  const unseen = signal(/** @type {Failure | null} */ (null));
  /** How often somebody asked to hear the last line again. */
  const again = signal(0);
  const asides = computed(() => play.everything.value.filter((chip) => chip.rolls === null || chip.do === 'end_encounter'));
  /** Whether one looks at another moment, or as another seat does: nothing is said then. */
  const looks = computed(() => seen.value !== null || (back.to.value !== null && !back.request.value));
  const referees = computed(() => table.seating.value?.role === 'referee');
  return {
    back,
    disputes,
    rolls,
    panel,
    seen,
    looks,
    unseen,
    asides,
    again,
    referees,
    /** Open a sheet. @param {Panel | null} next */
    open(next) {
      batch(() => {
        panel.value = next;
        disputes.hide();
        unseen.value = null;
      });
      if (next && table.plays.value) void table.beside();
    },
    /** Get a command ready below the board; the sheet makes room for it. @param {Chip} chip @param {Picked} [picked] */
    ready(chip, picked = {}) {
      batch(() => {
        panel.value = null;
        play.arm(chip, picked);
      });
    },
    /** See the fight as a seat does, or as oneself. @param {string | null} as */
    async see(as) {
      if (as === null) {
        seen.value = eyes.value = null;
        return;
      }
      const asked = [table.read(`?as=${encodeURIComponent(as)}`), table.read(`chronicle?limit=200&as=${encodeURIComponent(as)}`)];
      unseen.value = null;
      const [view, entries] = await Promise.all(asked).catch((problem) => {
        unseen.value = failure(problem);
        return [null, null];
      });
      if (view && entries) batch(() => {
        seen.value = { as, view, entries };
        eyes.value = as;
        panel.value = null;
      });
    },
    /** Close what is open, the newest first; return whether anything was. */
    close() {
      if (disputes.about.value !== null) disputes.about.value = null;
      else if (disputes.shown.value) disputes.hide();
      else if (panel.value) panel.value = null;
      else if (back.to.value !== null) back.look(null);
      else if (seen.value) seen.value = eyes.value = null;
      else return false;
      return true;
    },
    stop: () => (back.close(), disputes.close(), rolls.close()),
  };
}

/** @typedef {ReturnType<typeof peopleOf>} People */
