import { html } from '../../vendor/vendor.mjs';
import { nameOf } from '../model/facts.js';

/** @import { View } from '../model/types.js' */
/** @import { Aim, Plan, Spot } from './marks.js' */

/** A few words on the board that keep their size, below a point or `up` above it. @param {{text: string, kind?: string, lang?: string | undefined, up?: boolean}} props */
export function Pill({ text, kind = '', lang, up = false }) {
  const width = text.length * 7.4 + 18;
  return html`<g class=${`pill keep ${kind}`}>
    <rect x=${-width / 2} y=${up ? -21 : 0} width=${width} height="21" rx="10.5" />
    <text lang=${lang} x="0" y=${up ? -6 : 15} font-size="13">${text}</text></g>`;
}

/** What somebody lost or gained. @param {{by: number}} props */
export function Change({ by }) {
  return html`<${Pill} text=${by < 0 ? `−${-by}` : `+${by}`} kind=${by < 0 ? 'harm' : 'quiet'} />`;
}

/** A part of the drawing: left, top, right and foot. @typedef {[number, number, number, number]} Box */
/** Whether a chance stands above somebody, and whether a name has its place, or one below the chance. @typedef {{up: boolean}} Chance @typedef {'usual' | 'under'} Name */

/** Words are as large as that on the drawing where names begin to be shown; nearer they are smaller beside what stands there. */
const LARGE = 1.2;
const HIGH = 21 * LARGE;
/** So far a name keeps away. */
const APART = 6;

/** Return how far a chance reaches into whom it is about: not into the letters. @param {number} r */
export function into(r) {
  return Math.min(APART, r * 0.4);
}

/**
 * Return where chances stand beside those that are aimed at, so that they hide nobody and no other chance as far as there is
 * room, and who has their name shown: nobody below a chance, or across somebody.
 * @param {View} view @param {Plan} plan @param {Map<string, Aim>} aims
 * @returns {{chances: Map<string, Chance>, names: Map<string, Name>}}
 */
export function labelled(view, plan, aims) {
  const bodies = [...plan.tokens].map(([who, { x, y, r }]) => ({ who, box: /** @type {Box} */ ([x - r, y - r, x + r, y + r]) }));
  const chances = new Map();
  /** @type {Box[]} */
  const placed = [];
  for (const [who, spot] of plan.tokens) {
    const text = aims.get(who)?.text;
    if (!text) continue;
    const hidden = (/** @type {Box} */ box) => placed.some((each) => meet(each, box)) || bodies.some((each) => each.who !== who && meet(each.box, box));
    const [below, above] = [false, true].map((up) => chanceAt(spot, text, up));
    const up = hidden(/** @type {Box} */ (below)) && !hidden(/** @type {Box} */ (above));
    chances.set(who, { up });
    placed.push(/** @type {Box} */ (up ? above : below));
  }
  const names = new Map();
  for (const each of view.combatants) {
    const spot = plan.tokens.get(each.id);
    if (!spot || each.life !== 'active' || !alone(plan, each.id)) continue;
    const under = chances.get(each.id)?.up === false;
    const box = nameAt(spot, nameOf(each), under);
    const own = chances.has(each.id) ? chanceAt(spot, aims.get(each.id)?.text ?? '', !under) : null;
    const hidden = placed.some((other) => meet(other, box) && !(own && other.every((side, at) => side === own[at])));
    if (!hidden && !(under && bodies.some((other) => other.who !== each.id && meet(other.box, box)))) names.set(each.id, under ? 'under' : 'usual');
  }
  return { chances, names };
}

/** @param {Spot & {r: number}} spot @param {string} text @param {boolean} up @returns {Box} */
function chanceAt({ x, y, r }, text, up) {
  const half = ((text.length * 7.4 + 18) / 2) * LARGE;
  const top = up ? y - r + into(r) - HIGH : y + r - into(r);
  return [x - half, top, x + half, top + HIGH];
}

/** @param {Spot & {r: number}} spot @param {string} name @param {boolean} under @returns {Box} */
function nameAt({ x, y, r }, name, under) {
  const half = name.length * 3.6 * LARGE;
  const top = under ? y + r - into(r) + HIGH : y + r + APART;
  return [x - half, top, x + half, top + 16 * LARGE];
}

/** @param {Box} one @param {Box} other */
function meet(one, other) {
  return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
}

/** Return whether there is room for a name below somebody. @param {Plan} plan @param {string} who */
function alone(plan, who) {
  const own = plan.tokens.get(who);
  if (!own) return false;
  return [...plan.tokens].every(
    ([other, spot]) =>
      other === who ||
      Math.abs(spot.x - own.x) > (other.length + who.length) * 4.4 ||
      spot.y < own.y - 50 ||
      spot.y > own.y + own.r + 48,
  );
}
