import { html } from '../vendor/vendor.mjs';
import { plain } from './model/facts.js';
import { english } from './strings/english.js';
import { decimal } from './strings/numbers.js';
import { words } from './strings/open.js';
import { Together } from './together.js';

/** @import { Summed } from './together.js' */

/**
 * @typedef {{measure: string, kind: string, result: string, times: number, total: number}} Sum
 * @typedef {{name: string, called: string | null, encounters: number, sums: Sum[]}} Tally
 * @typedef {{encounters: number, combatants: Tally[]}} Totals
 */

/** What is told of each, by the name of its column. @type {Record<string, (sums: Sum[]) => number>} */
const COLUMNS = {
  won: (sums) => times(sums, 'won'),
  dealt: (sums) => total(sums, 'damage_dealt'),
  taken: (sums) => total(sums, 'damage_taken'),
  healed: (sums) => total(sums, 'healed'),
  felled: (sums) => sums.filter((each) => each.measure === 'felled' && each.result === 'active').reduce((sum, each) => sum + each.times, 0),
  rolls: (sums) => times(sums, 'rolled'),
};

/** What fights add up to, by whoever fought in them, and by side and seat. @param {{found: Totals, summed: Summed | null}} props */
export function Added({ found, summed }) {
  return html`<${Sums} found=${found} />${summed && html`<${Together} summed=${summed} />`}`;
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
