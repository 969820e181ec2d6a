import { html } from '../vendor/vendor.mjs';
import { plain } from './model/facts.js';
import { seatName } from './model/seats.js';
import { english } from './strings/english.js';
import { decimal, percent } from './strings/numbers.js';
import { words } from './strings/open.js';

/**
 * What fights that are over come to, as the server counts it.
 * @typedef {{system: string, winner: string | null, fights: number, of: number, share: number, low: number, high: number, enough: boolean}} Winning
 * @typedef {{seat: string, rolls: number, luck: number, low: number, high: number, enough: boolean}} SeatsLuck
 * @typedef {{seat: string, turns: number, median: number, longest: number, together: number, enough: boolean}} Pace
 * @typedef {{fights: number, won: Winning[], luck: SeatsLuck[], pace: Pace[]}} Summed
 */

/** Who won how often, whose dice were lucky, at what pace who plays. @param {{summed: Summed}} props */
export function Together({ summed: { won, luck, pace } }) {
  const said = words.adding;
  return html`<div class="together-all">
    <${Part} title=${said.won} rows=${won} heads=${[said.side, said.fights, said.share, '']} row=${wonRow} />
    <${Part} title=${said.luck} how=${said.luckHow} rows=${luck} heads=${[said.seat, said.rolls, said.luck, said.fair]} row=${luckRow} />
    <${Part} title=${said.pace} how=${said.paceHow} rows=${pace} heads=${[said.seat, said.turns, said.median, said.longest]} row=${paceRow} />
  </div>`;
}

/** @param {{title: string, how?: string, rows: any[], heads: string[], row: (each: any) => unknown}} props */
function Part({ title, how, rows, heads, row }) {
  if (!rows.length) return null;
  return html`<section class="luck"><h3>${title}</h3>${how && html`<p class="soft small">${how}</p>`}
    <div class="wide-table" tabindex="0" role="region" aria-label=${title}><table><thead><tr>${heads.map((head, place) => (head ? html`<th scope="col" class=${place ? 'to-right' : ''}>${head}</th>` : html`<td></td>`))}</tr></thead>
      <tbody>${rows.map(row)}</tbody></table></div></section>`;
}

/** @param {Winning} each */
function wonRow({ system, winner, fights, of, share, low, high, enough }) {
  return html`<tr key=${`${system} ${winner}`}><th scope="row">${winner === null ? words.adding.nobody : english(plain(winner))} <small class="soft">${english(plain(system))}</small></th>
    <td class="to-right">${fights} ${words.of} ${of}</td><td class="to-right">${percent(share)}</td><td class="to-right soft">${enough ? words.adding.sure(percent(low), percent(high)) : words.adding.few}</td></tr>`;
}

/** @param {SeatsLuck} each */
function luckRow({ seat, rolls, luck, low, high, enough }) {
  return html`<tr key=${seat}><th scope="row"><bdi>${seatName(null, seat)}</bdi></th><td class="to-right">${rolls}</td>
    ${enough ? html`<td class="to-right"><b>${decimal(luck)}</b></td><td><svg viewBox="0 0 100 14" role="img" aria-label=${words.adding.sure(decimal(low), decimal(high))}>
      <line x1="0" x2="100" y1="7" y2="7" /><rect x=${low} width=${high - low} y="3" height="8" rx="2" /><line x1="50" x2="50" y1="1" y2="13" /><circle cx=${Math.max(3, Math.min(97, luck))} cy="7" r="3.2" /></svg></td>`
      : html`<td colspan="2" class="to-right soft">${words.adding.few}</td>`}</tr>`;
}

/** @param {Pace} each */
function paceRow({ seat, turns, median, longest, enough }) {
  return html`<tr key=${seat}><th scope="row"><bdi>${seatName(null, seat)}</bdi></th><td class="to-right">${turns}</td>
    <td class=${`to-right${enough ? '' : ' soft'}`}>${enough ? seconds(median) : words.adding.few}</td><td class="to-right">${seconds(longest)}</td></tr>`;
}

/** Return seconds as people read them, in minutes where there are many. @param {number} n */
function seconds(n) {
  const [value, unit] = n < 90 ? [n, 'second'] : [n / 60, 'minute'];
  return new Intl.NumberFormat(words.language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }).format(value);
}
