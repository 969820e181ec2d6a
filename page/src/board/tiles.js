import { html } from '../../vendor/vendor.mjs';
import { titled } from '../model/facts.js';
import { tongueOf } from '../strings/english.js';
import { knots, rows, spread } from './crowd.js';
import { laidOut, stated } from './layout.js';
import { Pill } from './pill.js';
import { Token } from './token.js';

/** @import { Group, Tile, TileBoard, View } from '../model/types.js' */
/** @import { Marks, Plan } from './marks.js' */

/** So far apart are neighbours, on wide and on tall screens. */
const FAR = { wide: 160, tall: 122 };

/** @type {{of: string, spots: Map<string, {x: number, y: number}>}} */
let laid = { of: '', spots: new Map() };

/**
 * Return the spots of the places of a board, worked out once.
 * @param {string[]} ids
 * @param {[string, string][]} links
 * @param {number} far how far neighbours should be apart
 * @param {number} ratio width to height of where it is drawn
 * @param {Record<string, [number, number]>} [layout] where the opening puts them, if it does
 */
export function spotsOf(ids, links, far, ratio, layout = {}) {
  const of = JSON.stringify([ids, links, far, ratio, layout]);
  if (laid.of !== of) laid = { of, spots: stated(ids, links, far, ratio, layout) ?? laidOut(ids, links, far, ratio) };
  return laid.spots;
}

/** @param {View} view @param {Tile} tile @returns {Group[]} */
function fights(view, tile) {
  const combats = view.initiative.combats.filter((each) => each.place === tile.id || tile.combats.includes(each.id));
  const found = combats.map((each) => ({ id: each.id, kind: each.kind, members: each.members }));
  return tile.contact ? [...found, { id: `contact ${tile.id}`, kind: 'contact', members: tile.contact.between }] : found;
}

/**
 * Return where everything of a board of tiles stands.
 * @param {View} view
 * @param {boolean} tall
 * @returns {Plan & {stones: {tile: Tile, x: number, y: number, r: number, crowd: ReturnType<typeof rows>}[],
 *   roads: string}}
 */
export function tilesPlan(view, tall) {
  const { tiles, layout } = /** @type {TileBoard} */ (view.board);
  const links = tiles.flatMap((tile) =>
    tile.neighbours.filter((to) => tile.id < to).map((to) => /** @type {[string, string]} */ ([tile.id, to])),
  );
  const spots = spotsOf(tiles.map((tile) => tile.id), links, tall ? FAR.tall : FAR.wide, tall ? 0.95 : 1.75, layout);
  const stones = tiles.map((tile) => {
    const { x, y } = spots.get(tile.id) ?? { x: 0, y: 0 };
    const crowd = rows(tile.standing, fights(view, tile));
    return { tile, x, y, r: crowd.lines.length ? Math.max(40, Math.hypot(crowd.w, crowd.h) / 2 + 4) : 36, crowd };
  });
  const tokens = new Map(
    stones.flatMap(({ crowd, x, y }) => spread(crowd, x, y - 2).map((each) => [each.id, { x: each.x, y: each.y, r: 17, up: each.up }])),
  );
  const edge = stones.map(({ x, y, r }) => [x - r, y - r, x + r, y + r + 26]);
  const [left = 0, top = 0] = [0, 1].map((side) => Math.min(...edge.map((each) => each[side] ?? 0)));
  const [right = 0, bottom = 0] = [2, 3].map((side) => Math.max(...edge.map((each) => each[side] ?? 0)));
  const roads = links.map(([one, other]) => {
    const [from, to] = [spots.get(one), spots.get(other)];
    return from && to ? `M${from.x} ${from.y}L${to.x} ${to.y}` : '';
  });
  return { box: { x: left, y: top, w: right - left, h: bottom - top }, spots, tokens, unit: 34, least: 0.5, stones, roads: roads.join('') };
}

/** @param {{view: View, plan: ReturnType<typeof tilesPlan>, marks: Marks}} props */
export function Tiles({ view, plan, marks }) {
  const here = new Set([...marks.acting].map((who) => view.combatants.find((each) => each.id === who)?.at));
  return html`<path class="road" d=${plan.roads} /><path class="road-in" d=${plan.roads} />
    ${marks.trails.map((way, index) => html`<path key=${index} class="b-trail walked" d=${through(plan, way)} />`)}
    ${plan.stones.map(({ tile, x, y, r, crowd }) => {
      const reach = marks.reach.get(tile.id);
      const kind = `stone${here.has(tile.id) ? ' here' : ''}${reach ? ' can' : ''}${marks.cursor === tile.id ? ' at' : ''}`;
      const full = crowd.lines.length > 0;
      return html`<g key=${tile.id} class=${reach ? 'spot' : ''} data-place=${tile.id} onClick=${() => marks.onPlace(tile.id)}>
        <circle class=${kind} cx=${x} cy=${y} r=${r} />
        ${marks.threats.has(tile.id) && html`<circle class="b-threat-edge" cx=${x} cy=${y} r=${r - 5} />`}
        <text class="place-name mid" lang=${tongueOf(tile.id)} x=${x} y=${full ? y + r + 17 : y + 4.5}>${titled(tile.id)}</text>
        ${tile.traps.length > 0 && html`<${Trap} x=${x + r * 0.7} y=${y - r * 0.7} traps=${tile.traps} />`}
        ${knots(crowd, x, y - 2).map((knot) => html`<rect class=${`knot ${knot.group.kind}`} x=${knot.x} y=${knot.y} width=${knot.w} height=${knot.h} rx="26" />`)}
        ${reach?.text && html`<g transform=${`translate(${x} ${y - r - 26})`}><${Pill} text=${reach.text} kind="quiet" /></g>`}
      </g>`;
    })}
    ${view.combatants.map((each) => {
      const spot = plan.tokens.get(each.id);
      return spot && html`<${Token} key=${each.id} view=${view} each=${each} x=${spot.x} y=${spot.y} r=${spot.r} marks=${marks} pill=${pillAt(spot)} />`;
    })}`;
}

/** Return where the pill of a token is: above every other one, so that neighbours do not cover each other's. @param {{r: number, up?: boolean}} spot */
export function pillAt(spot) {
  return { x: 0, y: spot.up ? -spot.r - 34 : spot.r + 13 };
}

/** Return the road through places. @param {Plan} plan @param {string[]} places */
export function through(plan, places) {
  return `M${places.flatMap((place) => plan.spots.get(place) ?? []).map(({ x, y }) => `${x} ${y}`).join('L')}`;
}

/** @param {{x: number, y: number, traps: string[]}} props */
function Trap({ x, y, traps }) {
  const told = traps.map(titled).join(', ');
  return html`<g class="trap" lang="en" role="img" aria-label=${told} transform=${`translate(${x} ${y})`}>
    <path d="M0-9 10 8H-10z" /><text y="5">!</text></g>`;
}
