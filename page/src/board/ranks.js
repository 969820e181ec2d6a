import { html } from '../../vendor/vendor.mjs';
import { isDown, mainPool, nameOf, plain, share, sideOf } from '../model/facts.js';
import { capitalTerm, english, poolInWords } from '../strings/english.js';
import { wordFor, words } from '../strings/words.js';
import { rankKey } from './marks.js';
import { Pill } from './pill.js';
import { Token } from './token.js';

/** @import { Combatant, Guard, RankBoard, View } from '../model/types.js' */
/** @import { Marks, Plan } from './marks.js' */

/** @typedef {{side: string, rank: 'front' | 'rear', x: number, y: number, w: number, h: number, slots: number,
 *   guards: Guard[]}} Field */

const CARD = { w: 176, h: 74, gap: 18 };
const TALL = { w: 358, h: 120, step: 84 };
/** So wide is a letter of a name at most on the whole: on a card, and below a token. */
const LETTER = { card: 8, token: 7.6 };

/** Return the four fields of a board of ranks, front facing front. @param {RankBoard} board @param {boolean} tall @returns {Field[]} */
function fields(board, tall) {
  const [ours, theirs] = board.sides;
  const most = Math.max(board.front_capacity ?? 0, ...board.sides.flatMap((side) => [side.front.length, side.rear.length]), 1);
  const all = [
    ...(ours ? [{ side: ours, rank: /** @type {const} */ ('rear') }, { side: ours, rank: /** @type {const} */ ('front') }] : []),
    ...(theirs ? [{ side: theirs, rank: /** @type {const} */ ('front') }, { side: theirs, rank: /** @type {const} */ ('rear') }] : []),
  ];
  if (tall) {
    return [...all].reverse().map(({ side, rank }, index) => ({
      ...field(side, rank, board),
      x: 0,
      y: index * (TALL.h + 8) + (index > 1 ? 12 : 0),
      w: Math.max(TALL.w, most * TALL.step + 12),
      h: TALL.h,
    }));
  }
  return all.map(({ side, rank }, index) => ({
    ...field(side, rank, board),
    x: index * (CARD.w + 34) + (index > 1 ? 30 : 0),
    y: 34,
    w: CARD.w + 24,
    h: most * (CARD.h + CARD.gap) + CARD.gap,
  }));
}

/** @param {RankBoard['sides'][number]} side @param {'front' | 'rear'} rank @param {RankBoard} board */
function field(side, rank, board) {
  const guards = side[rank];
  return { side: side.side, rank, guards, slots: rank === 'front' ? Math.max(board.front_capacity ?? 0, guards.length) : guards.length };
}

/** Return where everything of a board of ranks stands. @param {View} view @param {boolean} tall @returns {Plan & {fields: Field[], tall: boolean}} */
export function ranksPlan(view, tall) {
  const found = fields(/** @type {RankBoard} */ (view.board), tall);
  const tokens = new Map();
  const spots = new Map();
  for (const each of found) {
    spots.set(rankKey(each.side, each.rank), { x: each.x + each.w / 2, y: each.y + each.h / 2 });
    each.guards.forEach((guard, index) => {
      const at = tall ? across(each, index) : { x: each.x + 46, y: top(each, index) + CARD.h / 2 };
      tokens.set(guard.who, { ...at, r: tall ? 18 : 19 });
    });
  }
  const w = Math.max(...found.map((each) => each.x + each.w));
  const h = Math.max(...found.map((each) => each.y + each.h));
  return { box: { x: 0, y: 0, w, h }, spots, tokens, unit: 38, least: 0.5, fields: found, tall };
}

/** @param {Field} each @param {number} index */
function top(each, index) {
  const shown = Math.max(each.slots, each.guards.length);
  const spare = each.h - shown * (CARD.h + CARD.gap) + CARD.gap;
  return each.y + spare / 2 + index * (CARD.h + CARD.gap);
}

/** Return how much room across each of those has who stand beside each other. @param {Field} each */
function stepOf(each) {
  return each.w / Math.max(each.guards.length, 1);
}

/** @param {Field} each @param {number} index */
function across(each, index) {
  const step = stepOf(each);
  return { x: each.x + step * (index + 0.5), y: each.y + 56 };
}

/** @param {{view: View, plan: ReturnType<typeof ranksPlan>, marks: Marks}} props */
export function Ranks({ view, plan, marks }) {
  const [, second, third] = plan.fields;
  return html`${plan.fields.map((each) => html`<${Rank} key=${`${each.side} ${each.rank}`} each=${each} tall=${plan.tall} marks=${marks} />`)}
    ${!plan.tall && second && third && html`<path class="b-middle" d=${`M${(second.x + second.w + third.x) / 2} 34V${second.y + second.h}`} />`}
    ${plan.fields.flatMap((each) => each.guards.map((guard, index) => {
      const who = view.combatants.find((one) => one.id === guard.who);
      if (!who) return null;
      return plan.tall
        ? html`<${Standing} key=${guard.who} view=${view} each=${who} at=${across(each, index)} room=${stepOf(each)} marks=${marks} />`
        : html`<${Card} key=${guard.who} view=${view} each=${who} x=${each.x + 12} y=${top(each, index)} marks=${marks} />`;
    }))}`;
}

/** @param {{each: Field, tall: boolean, marks: Marks}} props */
function Rank({ each, tall, marks }) {
  const key = rankKey(each.side, each.rank);
  const own = marks.reach.get(key);
  const reach = own ?? marks.reach.get(each.rank);
  const empty = Array.from({ length: Math.max(0, each.slots - each.guards.length) }, (_, index) => each.guards.length + index);
  return html`<g class=${reach ? 'spot' : ''} data-place=${own && key} onClick=${() => marks.onPlace(own ? key : each.rank)}>
    <rect class=${`rank${reach ? ' can' : ''}${marks.cursor === key ? ' at' : ''}`} x=${each.x} y=${each.y} width=${each.w} height=${each.h} rx="18" />
    <text class=${`rank-name${tall ? ' start' : ''}`} x=${tall ? each.x + 12 : each.x + each.w / 2} y=${tall ? each.y + 16 : each.y - 12}>${capitalTerm(each.side, 'tspan')}, ${wordFor(words.ranks, each.rank)}</text>
    ${!tall && empty.map((slot) => html`<rect key=${slot} class="slot" x=${each.x + 12} y=${top(each, slot)} width=${CARD.w} height=${CARD.h} rx="14" />`)}</g>`;
}

/** A combatant as a card: who, how they are, what they do. @param {{view: View, each: Combatant, x: number, y: number, marks: Marks}} props */
function Card({ view, each, x, y, marks }) {
  const aim = marks.aims.get(each.id);
  const pool = mainPool(each);
  const kind = `place${marks.acting.has(each.id) ? ' here' : ''}${aim ? ' can' : ''}${aim?.picked ? ' picked' : ''}${marks.cursor === each.id ? ' at' : ''}`;
  return html`<g class=${`spot${marks.movable.has(each.id) ? ' movable' : ''}`} data-who=${each.id} transform=${`translate(${x} ${y})`} onClick=${() => marks.onToken(each.id)}>
    <rect class=${kind} width=${CARD.w} height=${CARD.h} rx="14" />
    <${Token} view=${view} each=${each} x=${34} y=${37} r=${19} marks=${{ ...marks, aims: new Map(), acting: new Set(), movable: new Set() }} />
    <text class=${`label${isDown(each) ? ' out' : ''}`} x="62" y="27">${short(nameOf(each), Math.floor((CARD.w - 62) / LETTER.card))}</text>
    ${each.kind === 'group' && !each.vague ? html`<${Figures} each=${each} side=${sideOf(view, each)} />` : html`
      <rect class="bar-track" x="62" y="37" width="96" height="6" rx="3" />
      <g class=${`s${sideOf(view, each)}`}><rect class=${`bar${share(pool) < 1 / 3 ? ' low' : ''}`} x="62" y="37" width=${96 * share(pool)} height="6" rx="3" /></g>
      <text class="place-name sm" x="62" y="60">${isDown(each) ? english(plain(each.life), 'tspan') : states(each) && pool && pool.told === undefined ? words.outOf(pool.now, pool.max ?? pool.now) : poolInWords(pool, 'tspan')}</text>
      <text class="place-name sm end" lang="en" x="162" y="60">${states(each)}</text>`}
    ${aim?.text && html`<g transform=${`translate(${CARD.w - 34} -11)`}><${Pill} text=${aim.text} kind=${aim.own ? 'quiet' : ''} /></g>`}</g>`;
}

/** Return what somebody has chosen to be, a stance say, in words. @param {Combatant} each */
function states(each) {
  return each.conditions.flatMap(({ value }) => (typeof value === 'string' ? plain(value) : [])).join(', ');
}

/** How many of a group are left. @param {{each: Combatant, side: number}} props */
function Figures({ each, side }) {
  const pool = mainPool(each);
  const all = Math.min(pool?.max ?? 0, 8);
  return html`${Array.from({ length: all }, (_, index) => html`<circle class=${`fig s${side}${index < (pool?.now ?? 0) ? '' : ' dead'}`}
    cx=${67 + index * 13} cy="47" r="4.8" />`)}`;
}

/** @param {{view: View, each: Combatant, at: {x: number, y: number}, room: number, marks: Marks}} props */
function Standing({ view, each, at, room, marks }) {
  const lines = linesOf(nameOf(each), Math.floor(room / LETTER.token));
  return html`<${Token} view=${view} each=${each} x=${at.x} y=${at.y} r=${18} marks=${marks} pill=${{ x: 27, y: -30 }} />
    ${lines.map((line, index) => html`<text class=${`label mid${isDown(each) ? ' out' : ''}`} x=${at.x} y=${at.y + 36 + 12 * index}>${line}</text>`)}
    <text class="place-name sm mid" x=${at.x} y=${at.y + 36 + 12 * lines.length}>${isDown(each) ? english(plain(each.life), 'tspan') : poolInWords(mainPool(each), 'tspan')}</text>`;
}

/** Return a name in one line or two, none of more than so many letters. @param {string} name @param {number} most */
export function linesOf(name, most) {
  const cut = name.length > most ? name.lastIndexOf(' ', most) : -1;
  return cut > 0 ? [name.slice(0, cut), short(name.slice(cut + 1), most)] : [short(name, most)];
}

/** @param {string} name @param {number} most */
function short(name, most) {
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}
