import { html } from '../../vendor/vendor.mjs';
import { Outline } from '../board/shape.js';
import { around, english } from '../strings/english.js';
import { words } from '../strings/past.js';
import { wordFor } from '../strings/words.js';
import { share } from './chart.js';

/** @import { History } from '../history/history.js' */

/** The shapes of moments but falls, around the middle of their row. @type {Record<string, {cls?: string, d: string}>} */
const SHAPES = {
  healed: { cls: 'up', d: 'M-5 17l5-9 5 9z' },
  great: { cls: 'star', d: 'M0 6l2 5 5 .4-4 3.4 1.4 5.2-4.4-3-4.4 3 1.4-5.2-4-3.4 5-.4z' },
  back: { d: 'm0 8 5 5-5 5-5-5z' },
  dispute: { d: 'M-4 21V6h9l-2.500 3.500 2.500 3.500h-9' },
  late: { cls: 'plus', d: 'M-1.500 8h3v3.500h3.500v3h-3.500v3.500h-3v-3.500h-3.500v-3h3.500z' },
};

/** Below the chart, what one looks for: who fell, was healed, came late; great rolls, rulings, disputes. @param {{past: History}} props */
export function Marks({ past }) {
  return html`<svg class="marks" aria-hidden="true">${past.moments.map((moment) => html`
    <svg key=${`${moment.kind} ${moment.n} ${moment.who}`} x=${`${(share(past, moment.n) * 100).toFixed(2)}%`} overflow="visible"><${Mark} kind=${moment.kind} side=${sideOf(past, moment.side)} /></svg>`)}</svg>`;
}

/** What the shapes mean, of those that there are. @param {{past: History}} props */
export function Legend({ past }) {
  const kinds = [...new Set(past.moments.map((each) => (each.kind === 'fell' ? `fell ${each.side}` : each.kind)))];
  return html`<ul class="legend wide">${kinds.map((each) => {
    const [kind = '', side] = each.split(/ (.*)/);
    return html`<li key=${each}><svg viewBox="-6 7 12 12"><${Mark} kind=${kind} side=${sideOf(past, side)} /></svg>${kind === 'fell' ? around(words.past.fell, english(side ?? '')) : wordFor(words.past.kinds, kind)}</li>`;
  })}</ul>`;
}

/** @param {{kind: string, side: number}} props */
function Mark({ kind, side }) {
  if (kind === 'fell') return html`<g class=${`s${side}`} transform="translate(0 13)"><${Outline} side=${side} r=${5} cls="fell" /></g>`;
  if (kind === 'ruling') return html`<text x="0" y="18" text-anchor="middle">§</text>`;
  const shape = SHAPES[kind];
  return shape ? html`<path class=${shape.cls} d=${shape.d} />` : null;
}

/** @param {History} past @param {string | undefined} side */
function sideOf(past, side) {
  const at = past.sides.indexOf(side ?? '');
  return at < 0 ? 0 : (at % 5) + 1;
}
