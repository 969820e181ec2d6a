import { html } from '../../vendor/vendor.mjs';
import { words } from '../strings/words.js';

/** Where the pips of a six sided die are, by face. @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[12, 12]],
  2: [[7.5, 7.5], [16.5, 16.5]],
  3: [[7, 7], [12, 12], [17, 17]],
  4: [[7.5, 7.5], [16.5, 7.5], [7.5, 16.5], [16.5, 16.5]],
  5: [[7, 7], [17, 7], [12, 12], [7, 17], [17, 17]],
  6: [[7.5, 6.5], [16.5, 6.5], [7.5, 12], [16.5, 12], [7.5, 17.5], [16.5, 17.5]],
};
/** The outline of each kind of die, and where its number stands. @type {Record<number, {points: string, y: number}>} */
const OUTLINES = {
  4: { points: '12,2 23,21 1,21', y: 18.5 },
  8: { points: '12,1 23,12 12,23 1,12', y: 15.8 },
  10: { points: '12,1 23,10 12,23 1,10', y: 14.5 },
  12: { points: '12,1 23,9.500 19,22 5,22 1,9.500', y: 16.5 },
  20: { points: '12,1 22,6.500 22,17.500 12,23 2,17.500 2,6.500', y: 15.8 },
};

/**
 * One die: its kind by its shape, what fell by pips or a number; `how` is out, hit, wait, or the part of a pool.
 * @param {{sides: number, face: number | null, how?: string}} props
 */
export function Die({ sides, face, how = '' }) {
  const shown = face === null ? words.dieWaits(sides) : words.die(sides, face);
  const told = face !== null && how.includes('out') ? words.notCounted(shown) : shown;
  const outline = OUTLINES[sides];
  const pips = sides === 6 && face !== null ? PIPS[face] : undefined;
  return html`<svg class=${`die ${how}`} viewBox="0 0 24 24" role="img" aria-label=${told}>
    ${outline ? html`<polygon class="b" points=${outline.points} />` : html`<rect class="b" x="2" y="2" width="20" height="20" rx="5" />`}
    ${pips ? pips.map(([x, y]) => html`<circle class="p" cx=${x} cy=${y} r="2.1" />`)
      : face !== null && html`<text x="12" y=${outline?.y ?? 15.8}>${face}</text>`}
  </svg>`;
}
