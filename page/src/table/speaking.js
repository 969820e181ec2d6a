import { spokenEntry } from '../chronicle/parts.js';
import { words } from '../strings/words.js';

/** @import { Entry, View } from '../model/types.js' */

/** Nobody is told more often than this. */
const PAUSE = 1500;

/** What is said of the entries of a chronicle as they come: after a pause the first of all that came in it, and how many more. @param {(words: string) => void} say */
export function speaking(say) {
  let heard = -1;
  let known = /** @type {{entries: Entry[], view: View} | null} */ (null);
  let waiting = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  const newest = () => known?.entries[known.entries.length - 1];

  const speak = () => {
    waiting = undefined;
    const fresh = known?.entries.filter((entry) => entry.n > heard) ?? [];
    const [first] = fresh;
    if (!first || !known) return;
    heard = newest()?.n ?? heard;
    say(spokenEntry(first, known.view) + (fresh.length > 1 ? ` ${words.more(fresh.length - 1)}` : ''));
  };
  return {
    /** Take what is known now; what was there at first is not said. @param {Entry[]} entries @param {View} view */
    hear(entries, view) {
      known = { entries, view };
      if (heard < 0) heard = newest()?.n ?? -1;
      waiting ??= setTimeout(speak, PAUSE);
    },
    /** Say the last entry once more, where that is asked for. @param {number} times */
    again(times) {
      const last = newest();
      // The same words are spoken again only if they are not quite the same.
      if (times && last && known) say(spokenEntry(last, known.view) + '\u00a0'.repeat(1 + (times % 2)));
    },
    stop: () => clearTimeout(waiting),
  };
}
