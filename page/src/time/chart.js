import { html, useMemo } from '../../vendor/vendor.mjs';
import { Pill } from '../board/pill.js';
import { plain } from '../model/facts.js';
import { chancesOf, leftOf, sharesAt } from '../history/ways.js';
import { around, english } from '../strings/english.js';
import { percent } from '../strings/numbers.js';
import { words } from '../strings/past.js';
import { useScreen } from '../table/wide.js';

/** @import { History } from '../history/history.js' */
/** @import { Chances, Way } from '../history/ways.js' */
/** @import { Clock } from './clock.js' */

/** The drawing is so wide, and its area so high; below it the swings. */
const [WIDE, HIGH, BASE, SWING] = [1000, 100, 116, 16];
const WHOLE = 132;
/** So much does a swing move that is as high as there is room: of what is left, and of a chance. */
const [OF_LEFT, OF_CHANCE] = [0.08, 0.4];

/** How likely each side was to win over time, else what is left of each, with the swing of each command below it. @param {{clock: Clock, chances: Chances | null}} props */
export function Chart({ clock, chances }) {
  const { past } = clock;
  // So far from the ends, in percent, the words of the moment are whole.
  const edge = useScreen('(max-width: 620px)') ? 18 : 8;
  const way = useMemo(() => (chances ? chancesOf(past, chances) : leftOf(past)), [past, chances]);
  const still = useMemo(() => ground(past, way, chances ? OF_CHANCE : OF_LEFT), [way]);
  const here = sharesAt(way, past.line(clock.index.value));
  const x = share(past, clock.now.value);
  const other = clock.other.value;
  const press = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const n = past.first + ((event.clientX - box.left) / box.width) * (past.last - past.first);
    if (event.shiftKey) clock.other.value = Math.round(n);
    else clock.near(n);
  };
  const told = words.all(past.sides.map((side, index) => `${plain(side)} ${percent(here[index] ?? 0)}`));
  const { chart, of } = chances ? { chart: words.past.chances.chart, of: words.past.chances.of } : { chart: words.past.chart, of: words.past.leftOf };
  return html`<div class="chart-box" onClick=${press}>
    <svg class="chart" viewBox="0 0 ${WIDE} ${WHOLE}" preserveAspectRatio="none" role="img" aria-label=${chart(told)}>
      ${still}
      ${other !== null && html`<path class="c-b" d=${`M${share(past, other) * WIDE} 0V${WHOLE}`} />`}
      <path class="c-now" d=${`M${x * WIDE} 0V${WHOLE}`} />
    </svg>
    ${past.sides.length > 1 && html`<span class="lab l1 not-phone">${around(of, english(plain(past.sides[past.sides.length - 1] ?? '')))}</span>`}
    ${past.sides[0] && html`<span class="lab l2 not-phone">${around(of, english(plain(past.sides[0])))}</span>`}
    ${past.sides[0] && html`<svg class="on-top" aria-hidden="true">
      ${way.largest.map(({ n, shares }) => html`<circle class="c-key" cx=${`${(share(past, n) * 100).toFixed(2)}%`} cy=${`${((1 - (shares[0] ?? 0)) * HIGH * 100 / WHOLE).toFixed(2)}%`} r="4" />`)}
      <svg x=${`${Math.max(edge, Math.min(100 - edge, x * 100))}%`} overflow="visible">
      <g transform="translate(0 11)"><${Pill} text=${`${plain(past.sides[0])}${chances ? ' ≈' : ''} ${percent(here[0] ?? 0)}`} kind="quiet" lang="en" /></g></svg></svg>`}
  </div>`;
}

/** Return where a line stands, 0 to 1. @param {History} past @param {number} n */
export function share(past, n) {
  return past.last > past.first ? (n - past.first) / (past.last - past.first) : 1;
}

/** All of the chart that does not change with the moment. @param {History} past @param {Way} way @param {number} most */
function ground(past, way, most) {
  const drawn = drawing(past, way, most);
  return html`${drawn.areas.map((d, index) => html`<path class=${`c-side s${(index % 5) + 1}`} d=${d} />`)}
    <path class="c-tick" d=${drawn.turns} /><path class="c-round" d=${drawn.rounds} /><path class="c-mid" d="M0 50H1000" />
    ${drawn.lines.map((d) => html`<path class="c-line" d=${d} />`)}
    ${drawn.swings.map(({ x: at, side, by }) => html`<rect class=${`c-swing s${(side % 5) + 1}`} x=${at - 2} width="4" y=${by > 0 ? BASE - by : BASE} height=${Math.max(1, Math.abs(by))} />`)}`;
}

/** Where everything lies that is drawn of a history. @param {History} past @param {Way} way @param {number} most */
function drawing(past, { points, swings }, most) {
  const steps = points.map(({ n, shares }) => ({ x: round(share(past, n) * WIDE), shares }));
  // The first side stands below; each border is the sum of those under it.
  const borders = past.sides.map((_, side) => steps.map(({ x, shares }) => ({ x, y: round(HIGH - sum(shares.slice(0, side + 1)) * HIGH) })));
  const areas = borders.map((border, side) => closed(border, borders[side - 1] ?? steps.map(({ x }) => ({ x, y: HIGH }))));
  const { turns, rounds } = past.beginnings;
  const rule = (/** @type {number[]} */ all, /** @type {number} */ to) => all.map((index) => `M${round(share(past, past.line(index)) * WIDE)} 0V${to}`).join('');
  const bars = swings.map(({ n, side, by }) => ({ x: round(share(past, n) * WIDE), side, by: round((by / most) * SWING) }));
  return {
    areas,
    lines: borders.slice(0, -1).map(along),
    swings: bars.filter(({ by }) => by !== 0).map(({ x, side, by }) => ({ x, side, by: Math.max(-SWING, Math.min(SWING, by)) })),
    turns: rule(turns, HIGH),
    rounds: rule(rounds, WHOLE),
  };
}

/** @typedef {{x: number, y: number}} Dot */

/** A way along dots, in stairs. @param {Dot[]} dots */
function along(dots) {
  return dots.map(({ x, y }, index) => (index ? `H${x}V${y}` : `M${x} ${y}`)).join('') + `H${WIDE}`;
}

/** An area between two ways. @param {Dot[]} above @param {Dot[]} below */
function closed(above, below) {
  const back = [...below].reverse();
  return `${along(above)}V${back[0]?.y ?? HIGH}${back.map(({ x, y }, index) => `${index ? `V${y}` : ''}H${x}`).join('')}Z`;
}

/** @param {number[]} all */
function sum(all) {
  return all.reduce((whole, each) => whole + each, 0);
}

/** @param {number} n */
function round(n) {
  return Math.round(n * 10) / 10;
}
