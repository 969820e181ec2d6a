import { html } from '../../vendor/vendor.mjs';
import { nameOf, plain, titled } from '../model/facts.js';
import { tongueOf } from '../strings/english.js';
import { words } from '../strings/words.js';
import { knots, rows, spread } from './crowd.js';
import { Pill } from './pill.js';
import { pillAt, spotsOf, through } from './tiles.js';
import { Token } from './token.js';

/** @import { View, Zone, ZoneBoard, ZoneLink } from '../model/types.js' */
/** @import { Marks, Plan } from './marks.js' */

/** So far apart are neighbours, on wide and on tall screens. */
const FAR = { wide: 260, tall: 170 };
const HEAD = 34;
const GAP = 34;

/** @typedef {{zone: Zone, x: number, y: number, w: number, h: number, crowd: ReturnType<typeof rows>}} Room */
/** @typedef {Plan & {rooms: Room[], roads: {link: ZoneLink, from: string, to: string}[]}} ZonesPlan */

/** Return where everything of a board of zones stands. @param {View} view @param {boolean} tall @returns {ZonesPlan} */
export function zonesPlan(view, tall) {
  const board = /** @type {ZoneBoard} */ (view.board);
  const ids = board.zones.map((zone) => zone.id);
  const roads = board.zones.flatMap((zone) =>
    zone.links.filter(({ to }) => ids.indexOf(zone.id) < ids.indexOf(to)).map((link) => ({ link, from: zone.id, to: link.to })),
  );
  const laid = spotsOf(ids, roads.map(({ from, to }) => [from, to]), tall ? FAR.tall : FAR.wide, tall ? 0.85 : 1.7, board.layout);
  const rooms = board.zones.map((zone) => {
    const crowd = rows(zone.standing, zone.groups, true);
    const { x, y } = laid.get(zone.id) ?? { x: 0, y: 0 };
    return { zone, crowd, x, y, w: Math.max(118, titled(zone.id).length * 7.6 + 36, crowd.w + 36), h: Math.max(72, crowd.h + HEAD + (crowd.roomy ? 30 : 18)) };
  });
  part(rooms);
  const spots = new Map(rooms.map((room) => [room.zone.id, { x: room.x, y: room.y }]));
  const tokens = new Map(
    rooms.flatMap(({ crowd, x, y }) => spread(crowd, x, y + HEAD / 2 - (crowd.roomy ? 8 : 2)).map((each) => [each.id, { x: each.x, y: each.y, r: 17, up: each.up }])),
  );
  onTheRoad(view, board, spots, tokens);
  const [x, y] = [Math.min(...rooms.map((room) => room.x - room.w / 2)), Math.min(...rooms.map((room) => room.y - room.h / 2))];
  const [right, bottom] = [Math.max(...rooms.map((room) => room.x + room.w / 2)), Math.max(...rooms.map((room) => room.y + room.h / 2))];
  return { box: { x, y, w: right - x, h: bottom - y }, spots, tokens, unit: 34, least: 0.5, rooms, roads };
}

/** Move rooms apart that lie on each other. @param {Room[]} rooms */
function part(rooms) {
  for (let step = 0; step < 60; step++) {
    let moved = false;
    rooms.forEach((one, index) =>
      rooms.slice(index + 1).forEach((other) => {
        const [dx, dy] = [other.x - one.x, other.y - one.y];
        const overX = (one.w + other.w) / 2 + GAP - Math.abs(dx);
        const overY = (one.h + other.h) / 2 + GAP - Math.abs(dy);
        if (overX <= 0 || overY <= 0) return;
        moved = true;
        const along = overX < overY ? 'x' : 'y';
        const by = ((along === 'x' ? overX : overY) / 2) * ((along === 'x' ? dx : dy) < 0 ? -1 : 1);
        one[along] -= by;
        other[along] += by;
      }),
    );
    if (!moved) return;
  }
}

/** Put those who are between zones on the road that they are said to be on. @param {View} view @param {ZoneBoard} board @param {Map<string, {x: number, y: number}>} spots @param {Map<string, {x: number, y: number, r: number}>} tokens */
function onTheRoad(view, board, spots, tokens) {
  Object.entries(board.between).forEach(([who, told], index) => {
    const named = [...spots].filter(([id]) => told.includes(id)).map(([, spot]) => spot);
    const [from, to = from] = named;
    const at = from && to ? { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 } : { x: index * 60, y: -60 };
    if (view.combatants.some((each) => each.id === who)) tokens.set(who, { ...at, r: 15 });
  });
}

/** @param {{view: View, plan: ZonesPlan, marks: Marks}} props */
export function Zones({ view, plan, marks }) {
  const here = new Set([...marks.acting].map((who) => view.combatants.find((each) => each.id === who)?.at));
  return html`${plan.roads.map((road) => html`<${Road} key=${`${road.from} ${road.to}`} plan=${plan} road=${road} />`)}
    ${marks.trails.map((way, index) => html`<path key=${index} class="b-trail walked" d=${through(plan, way)} />`)}
    ${plan.rooms.map((room) => {
      const reach = marks.reach.get(room.zone.id);
      const kind = `place${here.has(room.zone.id) ? ' here' : ''}${reach ? ' can' : ''}${marks.cursor === room.zone.id ? ' at' : ''}`;
      const [left, top] = [room.x - room.w / 2, room.y - room.h / 2];
      return html`<g key=${room.zone.id} class=${reach ? 'spot' : ''} data-place=${room.zone.id} onClick=${() => marks.onPlace(room.zone.id)}>
        <rect class=${kind} x=${left} y=${top} width=${room.w} height=${room.h} rx="18" />
        ${marks.threats.has(room.zone.id) && html`<rect class="b-threat-edge" x=${left + 5} y=${top + 5} width=${room.w - 10} height=${room.h - 10} rx="14" />`}
        <text class="place-name" lang=${tongueOf(room.zone.id)} x=${left + 16} y=${top + 23}>${titled(room.zone.id)}</text>
        ${knots(room.crowd, room.x, room.y + HEAD / 2 - (room.crowd.roomy ? 8 : 2)).map((knot) => html`<rect class="knot" x=${knot.x} y=${knot.y}
          width=${knot.w} height=${knot.h} rx="26"><title lang="en">${titled(knot.group.kind)}</title></rect>`)}
        ${reach?.text && html`<g transform=${`translate(${room.x} ${top - 10})`}><${Pill} text=${reach.text} kind="quiet" /></g>`}
      </g>`;
    })}
    ${plan.roads.map((road) => html`<${Toll} key=${`${road.from} ${road.to}`} plan=${plan} road=${road} />`)}
    ${view.combatants.map((each) => {
      const spot = plan.tokens.get(each.id);
      return spot && html`<${Token} key=${each.id} view=${view} each=${each} x=${spot.x} y=${spot.y} r=${spot.r} marks=${marks} pill=${pillAt(spot)}
        name=${names(plan, each.at) ? 'fixed' : ''} />`;
    })}`;
}

/** Return whether there is room for names: in rooms with one row, where nobody fights. @param {ZonesPlan} plan @param {string} zone */
function names(plan, zone) {
  return plan.rooms.find((room) => room.zone.id === zone)?.crowd.roomy ?? false;
}

/** @param {{plan: ZonesPlan, road: {link: ZoneLink, from: string, to: string}}} props */
function Road({ plan, road: { link, from, to } }) {
  const [one, other] = [plan.spots.get(from), plan.spots.get(to)];
  if (!one || !other) return null;
  const d = `M${one.x} ${one.y}L${other.x} ${other.y}`;
  const said = [titled(from), titled(to), plain(link.state), toll(link)].filter(Boolean).join(', ');
  return html`<g class=${`way ${link.state}`} lang=${link.turns ? words.language : 'en'} role="img" aria-label=${said}><path class="road" d=${d} /><path class="road-in" d=${d} />
  </g>`;
}

/** Return what a road asks of whoever takes it, in words. @param {ZoneLink} link */
function toll(link) {
  if (link.state === 'adjacent') return '';
  return link.turns ? words.turns(link.turns) : plain(link.reason ?? link.state);
}

/** The words on a road, above the rooms. @param {{plan: ZonesPlan, road: {link: ZoneLink, from: string, to: string}}} props */
function Toll({ plan, road: { link, from, to } }) {
  const [one, other] = [plan.rooms.find((room) => room.zone.id === from), plan.rooms.find((room) => room.zone.id === to)];
  const told = toll(link);
  if (!one || !other || !told) return null;
  const along = (inside(one, other) + 1 - inside(other, one)) / 2;
  const at = { x: one.x + (other.x - one.x) * along, y: one.y + (other.y - one.y) * along };
  return html`<g transform=${`translate(${at.x} ${at.y - 10})`}><${Pill} text=${told} kind="warn" lang=${link.turns ? words.language : 'en'} /></g>`;
}

/** Return which share of the road from a room to another lies in the first. @param {Room} room @param {Room} other */
function inside(room, other) {
  return Math.min(0.5, room.w / 2 / Math.abs(other.x - room.x), room.h / 2 / Math.abs(other.y - room.y));
}

/** Return who stands in a zone, in words. @param {View} view @param {string} zone */
export function peopleIn(view, zone) {
  return view.combatants.filter((each) => each.at === zone).map(nameOf);
}
