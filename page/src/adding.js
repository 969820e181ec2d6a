import { html, useState } from '../vendor/vendor.mjs';
import { call } from './model/call.js';
import { failure } from './model/failing.js';
import { plain } from './model/facts.js';
import { english, failedBy } from './strings/english.js';
import { decimal } from './strings/numbers.js';
import { words } from './strings/open.js';

/** @import { Kept } from './browser/keys.js' */
/** @import { Failure } from './model/types.js' */

/**
 * @typedef {{measure: string, kind: string, result: string, times: number, total: number}} Sum
 * @typedef {{name: string, called: string | null, encounters: number, sums: Sum[]}} Tally
 * @typedef {{encounters: number, combatants: Tally[]}} Totals
 */

/** So many keys may be shown at a time: the newest. */
const MOST = 50;
/** What is told of each, by the name of its column. @type {Record<string, (sums: Sum[]) => number>} */
const COLUMNS = {
  won: (sums) => times(sums, 'won'),
  dealt: (sums) => total(sums, 'damage_dealt'),
  taken: (sums) => total(sums, 'damage_taken'),
  healed: (sums) => total(sums, 'healed'),
  felled: (sums) => sums.filter((each) => each.measure === 'felled' && each.result === 'active').reduce((sum, each) => sum + each.times, 0),
  rolls: (sums) => times(sums, 'rolled'),
};

/** What the fights add up to whose links this browser holds, once somebody wants to know. @param {{held: Kept[]}} props */
export function Adding({ held }) {
  const [found, setFound] = useState(/** @type {Totals | Failure | null} */ (null));
  const keys = held.slice(0, MOST).map((each) => each.key);
  const look = async (/** @type {Event} */ event) => {
    if (!(event.target instanceof HTMLDetailsElement) || !event.target.open) return;
    setFound(await call('/api/tallies', { headers: { 'Encounter-Keys': keys.join(',') } }).catch(failure));
  };
  return html`<details class="block adding" onToggle=${look}><summary class="hd"><h2 class="grow">${words.adding.title}</h2></summary>
    <div class="bd">${found === null ? html`<p role="status">${words.loading}</p>` : 'text' in found ? html`<p role="alert">${failedBy(found)}</p>` : html`<${Sums} found=${found} />`}</div></details>`;
}

/** @param {{found: Totals}} props */
function Sums({ found }) {
  const names = Object.keys(COLUMNS);
  const rows = [...found.combatants].sort((one, other) => other.encounters - one.encounters || dealt(other) - dealt(one));
  return html`<p class="soft small">${words.adding.how(found.encounters)}</p>
    <div class="wide-table" tabindex="0" role="region" aria-label=${words.adding.title}><table><thead><tr><th scope="col">${words.adding.who}</th><th scope="col" class="to-right">${words.adding.fights}</th>
      ${names.map((name) => html`<th scope="col" class="to-right" key=${name}>${words.adding.of[name]}</th>`)}<th scope="col" class="to-right">${words.adding.dice}</th></tr></thead>
    <tbody>${rows.map((each) => html`<tr key=${each.name}><th scope="row">${each.called ? html`<bdi>${each.called}</bdi>` : english(plain(each.name))}</th><td class="to-right">${each.encounters}</td>
      ${names.map((name) => html`<td class="to-right" key=${name}>${COLUMNS[name]?.(each.sums) || ''}</td>`)}<td class="to-right">${dice(each.sums)}</td></tr>`)}</tbody></table></div>`;
}

/** @param {Tally} tally */
function dealt({ sums }) {
  return total(sums, 'damage_dealt');
}

/** Return what the dice that were rolled most showed on average. @param {Sum[]} sums */
function dice(sums) {
  const [most] = sums.filter((each) => each.measure === 'dice').sort((one, other) => other.times - one.times);
  return most ? `${most.kind}: ${decimal(most.total / most.times)}` : '';
}

/** @param {Sum[]} sums @param {string} measure */
function times(sums, measure) {
  return sums.reduce((sum, each) => sum + (each.measure === measure ? each.times : 0), 0);
}

/** @param {Sum[]} sums @param {string} measure */
function total(sums, measure) {
  return sums.reduce((sum, each) => sum + (each.measure === measure ? each.total : 0), 0);
}
