import { html, useMemo } from '../../vendor/vendor.mjs';
import { plain } from '../model/facts.js';
import { as, coverOf, own, pictures } from '../model/pictures.js';
import { words } from '../strings/words.js';
import { indoors } from './indoors.js';
import { Change, into, labelled, Pill } from './pill.js';
import { Token } from './token.js';

/** @import { GridBoard, View } from '../model/types.js' */
/** @import { Marks, Plan } from './marks.js' */

/** So many units of the drawing are one square. */
export const SQUARE = 40;
/** Bodies smaller than their square. @type {Record<string, number>} */
const SMALL = { tiny: 9.5, small: 13.5 };

/** Return where a square lies, its middle. @param {string} square */
export function middle(square) {
  const [x = 0, y = 0] = square.split(':').map(Number);
  return { x: x * SQUARE + SQUARE / 2, y: y * SQUARE + SQUARE / 2 };
}

/** Return where everything of a grid stands. @param {View} view @returns {Plan} */
export function gridPlan(view) {
  const board = /** @type {GridBoard} */ (view.board);
  const tokens = new Map(
    board.bodies.map((body) => {
      const spots = body.squares.map(middle);
      const across = Math.sqrt(spots.length) || 1;
      const x = spots.reduce((sum, each) => sum + each.x, 0) / (spots.length || 1);
      const y = spots.reduce((sum, each) => sum + each.y, 0) / (spots.length || 1);
      return [body.who, { x, y, r: SMALL[body.size ?? ''] ?? 15 + (across - 1) * 19 }];
    }),
  );
  const box = { x: -20, y: -18, w: board.width * SQUARE + 24, h: board.height * SQUARE + 22 };
  return { box, spots: new Map(), tokens, unit: SQUARE, least: 0.7 };
}

/** @param {{view: View, plan: Plan, marks: Marks}} props */
export function Grid({ view, plan, marks }) {
  const board = /** @type {GridBoard} */ (view.board);
  const { chances, names } = labelled(view, plan, marks.aims);
  return html`<${Ground} board=${board} marks=${marks} />
    <${Overlays} marks=${marks} />
    <path class="b-wall" d=${board.walls.map(segment).join('')} />
    <path class="b-window" d=${board.windows.map(segment).join('')} />
    ${board.doors.map((door) => html`<${Door} key=${door.id} door=${door} />`)}
    ${bottomUp(view, plan).map(({ each, spot }) => html`<${Token} key=${`${each.id} ${each.life}`} view=${view} each=${each}
      x=${spot.x} y=${spot.y} r=${spot.r} marks=${marks.changes ? { ...marks, changes: undefined } : marks} name=${names.get(each.id) ?? ''} pill=${null} />`)}
    <${Chances} marks=${marks} plan=${plan} chances=${chances} />
    <${Pills} marks=${marks} plan=${plan} />`;
}

/** Return the rectangle of squares between two corners. @param {[string, string]} corners @returns {[number, number, number, number]} */
function between(corners) {
  const [[ax = 0, ay = 0] = [], [bx = 0, by = 0] = []] = corners.map((each) => each.split(':').map(Number));
  return [Math.min(ax, bx), Math.min(ay, by), Math.abs(ax - bx) + 1, Math.abs(ay - by) + 1];
}

/** @param {{board: GridBoard, marks: Marks}} props */
function Ground({ board, marks }) {
  const [w, h] = [board.width * SQUARE, board.height * SQUARE];
  const picture = pictures.value.get(board.picture ?? '');
  const lines = [
    ...Array.from({ length: board.width + 1 }, (_, x) => `M${x * SQUARE} 0V${h}`),
    ...Array.from({ length: board.height + 1 }, (_, y) => `M0 ${y * SQUARE}H${w}`),
  ];
  const floors = useMemo(() => indoors(board).map(([x, y]) => `M${x * SQUARE} ${y * SQUARE}h${SQUARE}v${SQUARE}h-${SQUARE}z`).join(''), [board.walls, board.windows, board.doors.length]);
  return html`<rect class=${`b-ground${marks.anywhere ? ' spot' : ''}`} width=${w} height=${h} onClick=${pressed(board, marks)} />
    ${!picture && floors && html`<path class="b-room" d=${floors} />`}
    ${picture && html`<image class="b-picture" href=${picture} width=${w} height=${h} preserveAspectRatio="none" />`}
    <${Covers} board=${board} />
    ${board.difficult.map((each) => html`<${Square} key=${each} at=${each} cls="b-rough" />`)}
    <path class="b-grid" d=${lines.join('')} />
    ${board.blocked.map((each) => html`<${Square} key=${each} at=${each} cls="b-blocked" />`)}
    ${Object.keys(board.tight).map((each) => html`<${Square} key=${each} at=${each} cls="b-tight" inset=${4} />`)}
    ${Array.from({ length: board.width }, (_, x) => html`<text class="b-coord" x=${x * SQUARE + 20} y="-6">${x}</text>`)}
    ${Array.from({ length: board.height }, (_, y) => html`<text class="b-coord" x="-11" y=${y * SQUARE + 24}>${y}</text>`)}`;
}

/** What is covered of the picture: from whoever sees all of it, only shaded. @param {{board: GridBoard}} props */
function Covers({ board }) {
  const seat = as.value ?? own.value;
  const areas = coverOf(board, seat)?.areas ?? [];
  return areas.length > 0 && html`<path class=${`b-cover${seat === null ? ' own' : ''}`} d=${areas.map((area) => rectangle(area)).join('')} />`;
}

/** @param {[number, number, number, number]} area */
function rectangle([x, y, wide, high]) {
  return `M${x * SQUARE} ${y * SQUARE}h${wide * SQUARE}v${high * SQUARE}h${-wide * SQUARE}z`;
}

/** Return what pressing the ground does: the square under it is chosen. @param {GridBoard} board @param {Marks} marks */
function pressed(board, marks) {
  return (/** @type {MouseEvent} */ event) => {
    const { left, top, width, height } = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const [x, y] = [((event.clientX - left) / width) * board.width, ((event.clientY - top) / height) * board.height];
    marks.onPlace(`${Math.floor(x)}:${Math.floor(y)}`);
  };
}

/** @param {{at: string, cls: string, inset?: number}} props */
function Square({ at, cls, inset = 0 }) {
  const { x, y } = middle(at);
  const side = SQUARE - 2 * inset;
  return html`<rect class=${cls} x=${x - side / 2} y=${y - side / 2} width=${side} height=${side} rx=${inset} />`;
}

/** @param {{marks: Marks}} props */
function Overlays({ marks }) {
  const way = marks.way.map(middle);
  return html`${[...marks.threats].filter(([, { near }]) => near).map(([at]) => html`<g key=${at}><${Square} at=${at} cls="b-threat" /><${Square} at=${at} cls="b-hatch" /></g>`)}
  ${[...marks.reach].map(([at, reach]) => {
    const { x, y } = middle(at);
    return html`<g key=${at} class="spot" data-place=${at} onClick=${() => marks.onPlace(at)}>
      <rect class="b-hit" x=${x - 20} y=${y - 20} width="40" height="40" />
      <circle class=${`b-reach${reach.far ? ' far' : ''}${reach.struck ? ' struck' : ''}`} cx=${x} cy=${y} r="4.2" /></g>`;
  })}
  ${marks.trails.map((way, index) => html`<path key=${index} class="b-trail" d=${line(way.map(middle))} />`)}
  ${(marks.gone ?? []).map((each) => html`<path key=${each.join()} class="b-gone" d=${line(each.map(middle))} />`)}
  ${marks.area && html`<path class="b-area" d=${rectangle(between(marks.area))} />`}
  ${way.length > 1 && html`<path class="b-path" d=${line(way)} />`}
  ${[...marks.reach].filter(([, reach]) => reach.picked).map(([at]) => html`<${Square} key=${at} at=${at} cls="b-path-end" inset=${3} />`)}
  ${marks.cursor && html`<${Square} at=${marks.cursor} cls="b-cursor" inset=${1} />`}`;
}

/** The chance at each who can be aimed at, above all tokens. @param {{marks: Marks, plan: Plan, chances: Map<string, {up: boolean}>}} props */
function Chances({ marks, plan, chances }) {
  return html`${[...chances].map(([who, { up }]) => {
    const [spot, aim] = [plan.tokens.get(who), marks.aims.get(who)];
    return spot && aim && html`<g key=${who} class="spot" aria-hidden="true" transform=${`translate(${spot.x} ${spot.y + (up ? into(spot.r) - spot.r : spot.r - into(spot.r))})`} onClick=${() => marks.onToken(who)}><${Pill} text=${aim.text} kind=${aim.own ? 'quiet' : ''} up=${up} /></g>`;
  })}`;
}

/** The cost of the way that is measured, and what somebody lost or gained, above all tokens. @param {{marks: Marks, plan: Plan}} props */
function Pills({ marks, plan }) {
  return html`${[...(marks.changes ?? [])].map(([who, by]) => {
    const spot = plan.tokens.get(who);
    return spot && html`<g key=${who} transform=${`translate(${spot.x} ${spot.y - spot.r - 22})`}><${Change} by=${by} /></g>`;
  })}${[...marks.reach].filter(([, reach]) => reach.picked && reach.text).map(([at, reach]) => {
    const { x, y } = middle(at);
    return html`<g key=${at} transform=${`translate(${x} ${y - 42})`}><${Pill} text=${reach.text} kind="quiet" /></g>`;
  })}`;
}

/** @param {{x: number, y: number}[]} spots */
function line(spots) {
  return `M${spots.map((each) => `${each.x} ${each.y}`).join('L')}`;
}

/** @param {number[]} wall */
function segment(wall) {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = wall.map((each) => (each * SQUARE) / 100);
  return `M${x1} ${y1}L${x2} ${y2}`;
}

/** @param {{door: GridBoard['doors'][number]}} props */
function Door({ door }) {
  const [x1, y1, x2, y2] = door.wall.map((each) => (each * SQUARE) / 100);
  const long = Math.hypot(x2 - x1, y2 - y1);
  const turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI + (door.open ? 75 : 0);
  const told = `${plain(door.id)}, ${door.lock ?? words.doors[door.open ? 'open' : 'closed']}`;
  return html`<g role="img" aria-label=${told} transform=${`translate(${x1} ${y1}) rotate(${turn})`}>
    <rect class="b-door" x="1" y="-5" width=${long - 2} height="10" rx="2" />
    <circle class="b-door-knob" cx=${long - 9} cy="0" r="2" /></g>`;
}

/** Return the bodies in the order to draw them, the fallen lowest. Nobody is moved among the others: Chromium keeps the style of what is moved. @param {View} view @param {Plan} plan */
function bottomUp(view, plan) {
  return view.combatants
    .flatMap((each) => {
      const spot = plan.tokens.get(each.id);
      return spot ? [{ each, spot }] : [];
    })
    .sort((one, other) => Number(one.each.life === 'active') - Number(other.each.life === 'active'));
}
