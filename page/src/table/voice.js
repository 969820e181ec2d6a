import { html, useEffect, useRef, useState } from '../../vendor/vendor.mjs';
import { spokenEntry } from '../chronicle/parts.js';
import { words } from '../strings/words.js';

/** @import { Entry, View } from '../model/types.js' */

/** Nobody is told more often than this. */
const PAUSE = 1500;

/** Says what has just happened to those who do not look at the chronicle. @param {{entries: Entry[], view: View}} props */
export function Voice({ entries, view }) {
  const [said, setSaid] = useState('');
  const heard = useRef(entries[entries.length - 1]?.n ?? -1);
  const waiting = useRef(/** @type {number | undefined} */ (undefined));
  useEffect(() => {
    if (heard.current < 0) heard.current = entries[entries.length - 1]?.n ?? -1;
    if (waiting.current !== undefined) return;
    waiting.current = window.setTimeout(() => {
      waiting.current = undefined;
      const fresh = entries.filter((entry) => entry.n > heard.current);
      const [first] = fresh;
      if (!first) return;
      heard.current = fresh[fresh.length - 1]?.n ?? heard.current;
      setSaid(spokenEntry(first, view) + (fresh.length > 1 ? ` ${words.more(fresh.length - 1)}` : ''));
    }, PAUSE);
  }, [entries]);
  return html`<p class="sr" aria-live="polite" lang="en">${said}</p>`;
}
