import { html } from '../../vendor/vendor.mjs';
import { isDown, isThing, lettersOf, mainPool, nameOf, share, sideOf, spoken } from '../model/facts.js';
import { words } from '../strings/words.js';
import { Outline } from './shape.js';
import { Change, into, Pill } from './pill.js';

/** @import { Combatant, View } from '../model/types.js' */
/** @import { Aim, Marks } from './marks.js' */

/**
 * A combatant on the board: shape and colour of the side, two letters, the main pool as a ring. Where no `pill` is given a
 * place, what a chance is stands elsewhere; the name stands `under` one.
 * @param {{view: View, each: Combatant, r: number, x?: number, y?: number, marks?: Marks, name?: boolean | '' | 'fixed' | 'usual' | 'under',
 *   pill?: {x: number, y: number} | null}} props
 */
export function Token({ view, each, r, x = 0, y = 0, marks, name = '', pill = { x: 0, y: r + 13 } }) {
  const side = sideOf(view, each);
  const aim = marks?.aims.get(each.id);
  const by = marks?.changes?.get(each.id) ?? 0;
  const place = `translate(${x.toFixed(1)} ${y.toFixed(1)})`;
  return html`<g class=${`${classes(each, side, aim)}${marks?.movable.has(each.id) ? ' movable' : ''}${marks?.barred.has(each.id) && !aim ? ' barred' : ''}`} transform=${place} data-who=${each.id} lang=${each.vague ? 'en' : undefined} role="img"
      aria-label=${[label(each, aim), aim ? '' : marks?.barred.get(each.id)].filter(Boolean).join(', ')} onClick=${marks && press(marks, each.id)}>
    ${aim && html`<${Outline} side=${side} r=${r + 8} cls="target" />`}
    ${marks?.acting.has(each.id) && html`<${Outline} side=${side} r=${r + 9} cls="halo" />
      <path class="peak" d=${`M-8 ${-r - 20}h16l-8 9z`} />`}
    ${isDown(each) ? null : html`<${Outline} side=${side} r=${r + 3.6} cls="track" />
      <${Outline} side=${side} r=${r + 3.6} cls="ring" dash=${`${Math.round(share(mainPool(each)) * 100)} 100`} />`}
    <${Outline} side=${side} r=${r} cls="body" />
    <text class="ini" y=${(r * 0.34).toFixed(1)} font-size=${(r * 0.92).toFixed(1)}>${lettersOf(each)}</text>
    <${Badge} each=${each} r=${r} />
    ${name && html`<g transform=${`translate(0 ${name === 'under' ? r - into(r) : r + 6})`}><text class=${name === 'fixed' ? 'name' : 'name keep'} y=${name === 'under' ? 36 : 13}>${nameOf(each)}</text></g>`}
    ${aim && aim.text && pill && html`<g transform=${`translate(${pill.x} ${pill.y})`}>
      <${Pill} text=${aim.text} kind=${aim.own ? 'quiet' : ''} /></g>`}
    ${by !== 0 && html`<g transform=${`translate(0 ${-r - 22})`}><${Change} by=${by} /></g>`}
  </g>`;
}

/** @param {Combatant} each @param {number} side @param {Aim | undefined} aim */
function classes(each, side, aim) {
  const found = ['tok', `s${side}`];
  if (isDown(each)) found.push('gone');
  else if (!isThing(each) && share(mainPool(each)) < 1 / 3) found.push('low');
  if (aim) found.push('aim');
  if (aim?.picked) found.push('picked');
  return found.join(' ');
}

/** @param {Combatant} each @param {Aim | undefined} aim */
function label(each, aim) {
  const said = [spoken(each)];
  if (aim) said.push(words.target);
  if (aim?.text) said.push(aim.text);
  return said.join(', ');
}

/** @param {Marks} marks @param {string} who */
function press(marks, who) {
  return (/** @type {Event} */ event) => {
    event.stopPropagation();
    marks.onToken(who);
  };
}

/** The first letter of a condition, how many there are, or how many are left of a group. @param {{each: Combatant, r: number}} props */
function Badge({ each, r }) {
  const at = (r * 0.85).toFixed(1);
  const [first, ...more] = each.conditions.filter((condition) => typeof condition.value !== 'string');
  const pool = mainPool(each);
  return html`${first && html`<g class="cond" transform=${`translate(${at} -${at})`}>
      <circle r="7.5" /><text y="3.2">${more.length ? more.length + 1 : first.name.charAt(0).toUpperCase()}</text></g>`}
    ${each.kind === 'group' && pool && !isDown(each) && html`<g transform=${`translate(${at} ${at})`}>
      <circle class="cnt" r="8" /><text class="cnt-t" y="3.6">${pool.now}</text></g>`}`;
}

/** A token as a small picture beside text. @param {{view: View, each: Combatant}} props */
export function Face({ view, each }) {
  return html`<svg class="face" viewBox="-22 -22 44 44" aria-hidden="true">
    <${Token} view=${view} each=${each} r=${15} /></svg>`;
}
