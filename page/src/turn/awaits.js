import { html } from '../../vendor/vendor.mjs';
import { Die } from '../dice/die.js';
import { named, plain } from '../model/facts.js';
import { seatName, seatNames } from '../model/seats.js';
import { around, english, failedBy } from '../strings/english.js';
import { sidesOf } from '../dice/sides.js';
import { words } from '../strings/sheets.js';
import { clockWords, useLeft } from '../table/clock.js';
import { TypedIn } from './typed.js';

/** @import { LinksOpen, View } from '../model/types.js' */
/** @import { Rolls } from '../model/rolls.js' */

/** So many dice are drawn that have not fallen. */
const MOST = 8;

/** The dice that have not fallen yet, and whose part in them is missing. @param {{rolls: Rolls, view: View, seat: string | null}} props */
export function Awaits({ rolls, view, seat }) {
  const told = rolls.waiting.value;
  const left = useLeft(told?.links?.until ?? null);
  const failed = rolls.failed.value && html`<b class="warned">${failedBy(rolls.failed.value)}</b>`;
  if (!told) return failed && html`<p class="say" role="status">${failed}</p>`;
  const { links, dice } = told;
  const said = dice && [named(view, dice.by), english(dice.dice), english(plain(dice.purpose))];
  return html`<section class="say awaits" role="status" aria-label=${words.diceAwaited}>
    <span class="dice">${sidesOf(dice).slice(0, MOST).map((sides, index) => html`<${Die} key=${index} sides=${sides} face=${null} how="wait" />`)}</span>
    <div class="grow"><p class="q">${links ? words.waitsForLinks(links.roll, seatNames(view, links.missing)) : said && around(words.tableDice, ...said)}</p>
      <p class="o">${links && html`<${Links} links=${links} view=${view} />`}${left !== null && html`<span role="timer">${clockWords(left)}</span>`}${links && said && html`<span>${around(words.rollsFor, ...said)}</span>`}${failed}</p></div>
    ${seat !== null && dice && !links && mayRoll(view, dice.by, seat) && html`<${TypedIn} key=${dice.line} dice=${dice} say=${(/** @type {number[]} */ faces) => rolls.type(dice, faces)} />`}
    ${seat !== null && links?.until === null && html`<button class="btn" onClick=${() => void rolls.goOn(links.roll)}>${words.goOnWithout}</button>`}
  </section>`;
}

/** Whose word is here, and whose is not. @param {{links: LinksOpen, view: View}} props */
function Links({ links, view }) {
  return html`<span class="tag heal">${words.server} ✓</span>
    ${links.came.map((party) => html`<span class="tag heal" key=${party}><bdi>${seatName(view, party)}</bdi> ✓</span>`)}
    ${links.missing.map((party) => html`<span class="tag" key=${party}><bdi>${seatName(view, party)}</bdi> …</span>`)}`;
}

/** Return whether a seat may roll for somebody: its own, or a side or thing that has no player of its own. @param {View} view @param {string} by @param {string} seat */
function mayRoll(view, by, seat) {
  const controller = view.combatants.find((each) => each.id === by)?.controller ?? null;
  return controller === null || controller === seat;
}
