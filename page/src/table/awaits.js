import { html } from '../../vendor/vendor.mjs';
import { Die } from '../dice/die.js';
import { named, plain } from '../model/facts.js';
import { around, english, failedBy } from '../strings/english.js';
import { words } from '../strings/words.js';
import { clockWords, useLeft } from './clock.js';

/** @import { LinksOpen, Thrown, View } from '../model/types.js' */
/** @import { Awaiting } from '../model/awaiting.js' */

/** So many dice are drawn that have not fallen. */
const MOST = 8;

/** The dice that have not fallen yet, and whose part in them is missing. @param {{awaiting: Awaiting, view: View, plays: boolean}} props */
export function Awaits({ awaiting, view, plays }) {
  const told = awaiting.awaited.value;
  const left = useLeft(told?.links?.until ?? null);
  if (!told) return null;
  const { links, dice } = told;
  const said = dice && [named(view, dice.by), english(dice.dice), english(plain(dice.purpose))];
  return html`<section class="say awaits" role="status" aria-label=${words.diceAwaited}>
    <span class="dice">${sidesOf(dice).map((sides, index) => html`<${Die} key=${index} sides=${sides} face=${null} how="wait" />`)}</span>
    <div class="grow"><p class="q">${links ? words.waitsForLinks(links.roll, links.missing) : said && around(words.tableDice, ...said)}</p>
      <p class="o">${links && html`<${Links} links=${links} />`}${left !== null && html`<span role="timer">${clockWords(left)}</span>`}${links && said && html`<span>${around(words.rollsFor, ...said)}</span>`}${awaiting.failed.value && html`<b class="warned">${failedBy(awaiting.failed.value)}</b>`}</p></div>
    ${plays && links?.until === null && html`<button class="btn" onClick=${() => void awaiting.goOn(links.roll)}>${words.goOnWithout}</button>`}
  </section>`;
}

/** Whose word is here, and whose is not. @param {{links: LinksOpen}} props */
function Links({ links }) {
  return html`<span class="tag heal">${words.server} ✓</span>
    ${links.came.map((party) => html`<span class="tag heal" key=${party}><bdi>${party}</bdi> ✓</span>`)}
    ${links.missing.map((party) => html`<span class="tag" key=${party}><bdi>${party}</bdi> …</span>`)}`;
}

/** Return the sides of each die that is thrown, of the kind that is known; one of six where it is not. @param {Thrown | null} dice */
export function sidesOf(dice) {
  const each = [...(dice?.dice ?? '1d6').matchAll(/(\d*)d(\d+)/g)].flatMap(([, many, sides]) => Array(Math.min(Number(many || 1), MOST)).fill(Number(sides)));
  return each.slice(0, MOST);
}
