import { html, useState } from '../../vendor/vendor.mjs';
import { Icon } from '../icons.js';
import { Face } from '../board/token.js';
import { endsOf, grouped, restOf } from '../offers/groups.js';
import { handOf } from '../offers/hand.js';
import { keyFor } from '../browser/bindings.js';
import { isQuestion, named, nameOf, plain } from '../model/facts.js';
import { under } from '../model/under.js';
import { capitalTerm, english, poolInWords, tongueOfOne } from '../strings/english.js';
import { wordFor, words } from '../strings/words.js';
import { Fields } from './fields.js';
import { useLead } from './lead.js';
import { Reasons, ToldWhy } from './cannot.js';
import { Idle, One } from './chip.js';
import { question } from './question.js';
import { Strip } from './strip.js';

/** @import { Combatant, Reason, View } from '../model/types.js' */
/** @import { Back } from '../model/back.js' */
/** @import { Play } from '../model/play.js' */
/** @import { Table } from '../model/store.js' */

/** More than so many chips of a group are behind one that shows them all. */
const MOST = 6;

/** What one can do: for whom, which things, and the sentence that is about to be sent. @param {{table: Table, view: View, play: Play, all: () => void, back: Back}} props */
export function Dock({ table, view, play, all, back }) {
  const choices = table.choices.value;
  const [asking, ask] = useState(/** @type {Reason[]} */ ([]));
  useLead(play);
  if (!choices || !(play.chips.value.length || play.chip.value || play.refused.value)) return null;
  const each = view.combatants.find((one) => one.id === play.actor.value) ?? null;
  const ends = endsOf(play.chips.value);
  const groups = grouped(restOf(play.chips.value));
  const rest = groups.flatMap(([, chips]) => chips);
  const hand = handOf(view, play.actor.value, rest);
  const rows = groups.map(([group, chips]) => ({ group, chips: chips.filter((chip) => !hand.some((card) => card.chips.includes(chip))) })).filter(({ chips }) => chips.length);
  const reasons = html`<${Reasons} reasons=${table.reasons.value} who=${play.actor.value} ask=${ask} />`;
  const asked = isQuestion(view.initiative);
  return html`<section class=${`dock${asked ? ' asked' : ''}`} aria-label=${words.whatYouCan} aria-busy=${choices.odds ? undefined : 'true'}>
    <div class="actor">${play.actors.value.length > 1 ? html`<${Actors} view=${view} play=${play} />` : each && html`<${Face} view=${view} each=${each} />`}
      <div class="grow">${asked ? html`<p class="n">${question(view)}</p>` : each && html`<${Means} view=${view} each=${each} withName=${play.actors.value.length < 2} />`}</div>
      ${ends.map((chip) => html`<button key=${chip.key} class="btn" data-do=${chip.do} aria-pressed=${play.chip.value?.key === chip.key ? 'true' : undefined} onClick=${() => play.end(chip)} disabled=${play.busy.value}>${english(chip.label)}${ends.length === 1 && html` <kbd>${keyFor('e').toUpperCase()}</kbd>`}</button>`)}
    </div>
    ${rows.length > 0 && html`<div class="chips lines">${rows.map(({ group, chips }, at) => html`<div class="group" key=${group} role="group" aria-label=${wordFor(words.groups, group)}>
      <span class="k">${wordFor(words.groups, group)}</span>
      ${chips.slice(0, MOST).map((chip) => html`<${One} key=${chip.key} chip=${chip} play=${play} view=${view} choices=${choices} number=${rest.indexOf(chip) + 1} />`)}
      ${chips.length > MOST && html`<button class="chip" onClick=${all}>${words.more(chips.length - MOST)} <kbd>${keyFor('/').toUpperCase()}</kbd></button>`}
      ${at === rows.length - 1 && reasons}</div>`)}</div>`}
    ${hand.length > 0 && html`<div class=${`hand${hand.some((card) => card.chips.length) ? '' : ' idle'}`} role="group" aria-label=${words.hand}>${hand.map((card) => (card.chips.length
      ? card.chips.map((chip) => html`<${One} key=${chip.key} chip=${chip} play=${play} view=${view} choices=${choices} number=${rest.indexOf(chip) + 1} card=${card} />`)
      : html`<${Idle} key=${card.id} card=${card} />`))}${!rows.length && html`<div class="group">${reasons}</div>`}</div>`}
    <${ToldWhy} asked=${asking} reasons=${table.reasons.value} who=${play.actor.value} close=${() => ask([])} />
    <${Fields} view=${view} play=${play} choices=${choices} />
    <${Strip} view=${view} play=${play} choices=${choices} />
    ${back.own.value && html`<button class="btn bare back" onClick=${back.further}><${Icon} name="back" /><span class="t">${words.takeBack}</span> <kbd>Ctrl Z</kbd></button>`}
  </section>`;
}

/** A switch among those who may act. @param {{view: View, play: Play}} props */
function Actors({ view, play }) {
  const name = (/** @type {string | null} */ who) => (who === null ? words.forAll : named(view, who));
  if (play.actors.value.length > 4) {
    return html`<label><span class="sr">${words.whoActs}</span><select class="who-acts" value=${play.actor.value ?? ''} onChange=${(/** @type {Event} */ event) => play.choose(/** @type {HTMLSelectElement} */ (event.target).value || null)}>
      ${play.actors.value.map((who) => html`<option value=${who ?? ''} lang=${tongueOfOne(view, who)}>${name(who)}</option>`)}</select></label>`;
  }
  return html`<div class="seg" role="group" aria-label=${words.whoActs}>${play.actors.value.map((who) => html`
    <button key=${who ?? ''} aria-pressed=${who === play.actor.value ? 'true' : 'false'} onClick=${() => play.choose(who)}>${name(who)}</button>`)}</div>`;
}

/** What an actor still has. @param {{view: View, each: Combatant, withName: boolean}} props */
function Means({ view, each, withName }) {
  const budget = under(view.initiative.budgets, each.id) ?? each.resources;
  const stance = Object.values(each.stance).filter((value) => typeof value === 'string' && !/\d/.test(value)).map((value) => plain(String(value)));
  return html`<div class="row not-phone wrap">${withName && html`<span class="n">${nameOf(each)}</span>`}
      ${Object.values(each.pools).map((pool) => html`<span class="tag" key=${pool.name}>${poolInWords(pool)}</span>`)}
      ${each.conditions.map((condition) => html`<span class="tag warn" lang="en" key=${condition.name}>${plain(condition.name)}${typeof condition.value === 'string' ? ` ${plain(condition.value)}` : ''}</span>`)}
      ${stance.length > 0 && html`<span class="soft small" lang="en">${stance.join(', ')}</span>`}</div>
    <div class="res">${Object.entries(budget).map(([name, left]) => html`<span key=${name} class=${left ? '' : 'spent'}>${capitalTerm(name)} <b>${left}</b></span>`)}</div>`;
}
