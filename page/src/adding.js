import { html, useState } from '../vendor/vendor.mjs';
import { part } from './browser/part.js';
import { call, LONG } from './model/call.js';
import { failure } from './model/failing.js';
import { failedBy } from './strings/english.js';
import { words } from './strings/open.js';
import { later } from './table/later.js';

/** @import { Kept } from './browser/keys.js' */
/** @import { Failure } from './model/types.js' */
/** @import { Totals } from './sums.js' */
/** @import { Summed } from './together.js' */

const Added = later(part('sums', () => import('./sums.js')), (made) => made.Added, ({ children }) => children);

/** So many keys may be shown at a time: the newest. */
const MOST = 50;

/** What the fights add up to whose links this browser holds, once somebody wants to know. @param {{held: Kept[]}} props */
export function Adding({ held }) {
  const [found, setFound] = useState(/** @type {Totals | Failure | null} */ (null));
  const [summed, setSummed] = useState(/** @type {Summed | null} */ (null));
  const keys = held.slice(0, MOST).map((each) => each.key);
  const look = async (/** @type {Event} */ event) => {
    if (!(event.target instanceof HTMLDetailsElement) || !event.target.open) return;
    const headers = { 'Encounter-Keys': keys.join(',') };
    void call('/api/summary', { headers, patience: LONG }).then(setSummed, () => {});
    setFound(await call('/api/tallies', { headers }).catch(failure));
  };
  return html`<details class="block adding" onToggle=${look}><summary class="hd"><h2 class="grow">${words.adding.title}</h2></summary>
    <div class="bd">${found === null ? html`<p role="status">${words.loading}</p>` : 'text' in found ? html`<p role="alert">${failedBy(found)}</p>` : html`<${Added} found=${found} summed=${summed} />`}</div></details>`;
}
