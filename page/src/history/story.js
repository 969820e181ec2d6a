import { signal } from '../../vendor/vendor.mjs';
import { call } from '../model/call.js';

/** @import { Entry } from '../model/types.js' */

/** So many entries of the chronicle come with the first screen. */
const FIRST = 50;

/**
 * The chronicle of an encounter, as much of it as was asked for.
 * @param {string} path
 * @param {string} key
 */
export function storyOf(path, key) {
  const entries = signal(/** @type {Entry[]} */ ([]));
  /** Whether the chronicle is here to its beginning. */
  const whole = signal(false);
  /** So often something was taken back, and so often what is here was asked for anew since. */
  let [rewound, renewed] = [0, 0];
  /** The number of the last question, and of the last that was answered. */
  let [asked, taken] = [0, 0];

  /** @param {Record<string, number>} what @returns {Promise<Entry[] | null>} */
  const told = (what) => {
    const query = new URLSearchParams(Object.entries(what).map(([name, value]) => [name, String(value)]));
    return call(`${path}/chronicle?${query}`, { key }).catch(() => null);
  };
  return {
    entries,
    whole,
    /** Something was taken back, or may have been: what is here is asked for anew. */
    anew: () => {
      rewound += 1;
    },
    /** Take what the chronicle has grown by. */
    async tell() {
      const here = entries.value;
      const from = here.length < 2 ? undefined : rewound > renewed ? (here[0]?.n ?? 0) - 1 : here[here.length - 2]?.n;
      const [mine, upTo] = [(asked += 1), rewound];
      const more = await told(from === undefined ? { limit: FIRST } : { after: from });
      // An answer that was overtaken by a later one lacks what that one had.
      if (!more || mine < taken) return;
      [taken, renewed] = [mine, upTo];
      if (from === undefined) whole.value = more.length < FIRST;
      const known = new Map(here.map((entry) => [entry.n, entry]));
      const kept = from === undefined ? [] : entries.value.filter((entry) => entry.n <= from);
      entries.value = [...kept, ...more.map((entry) => same(known.get(entry.n), entry))];
    },
    /** Load older entries. @param {number} most */
    async older(most) {
      const [first] = entries.value;
      const more = first ? await told({ before: first.n, limit: most }) : null;
      if (!more || entries.value[0] !== first) return;
      whole.value = more.length < most;
      entries.value = [...more, ...entries.value];
    },
  };
}

/** Return the last line of what the chronicle tells together with a line. @param {Entry[]} entries @param {number} line */
export function toldUpTo(entries, line) {
  return entries.findLast((entry) => entry.n <= line && line <= entry.last)?.last ?? line;
}

/** Return the number under which the chronicle tells of a line, or that of the line itself. @param {Entry[]} entries @param {number} line */
export function toldUnder(entries, line) {
  return entries.findLast((entry) => entry.n <= line && line <= entry.last)?.n ?? line;
}

/** Return the entry that was known if nothing of it changed. @param {Entry | undefined} before @param {Entry} now */
function same(before, now) {
  return before && before.last === now.last && before.undone_by === now.undone_by && before.text === now.text && String(before.only) === String(now.only) ? before : now;
}
