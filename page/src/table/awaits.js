import { html } from '../../vendor/vendor.mjs';
import { Die } from '../dice/die.js';
import { named, plain } from '../model/facts.js';
import { around, english, failedBy } from '../strings/english.js';
import { words } from '../strings/words.js';
import { clockWords, useLeft } from './clock.js';

/** @import { View } from '../model/types.js' */
/** @import { Awaiting } from '../model/awaiting.js' */

/** The dice that have not fallen yet, and whose part in them is missing. @param {{awaiting: Awaiting, view: View, plays: boolean}} props */
export function Awaits({ awaiting, view, plays }) {
  const told = awaiting.awaited.value;
  const left = useLeft(told?.until ?? null);
  if (!told) return null;
  const typed = told.dice !== undefined;
  return html`<section class="say awaits" role="status" aria-label=${words.diceAwaited}>
    <span class="dice"><${Die} sides=${typed ? Number(/d(\d+)/.exec(told.dice ?? '')?.[1] ?? 6) : 6} face=${null} how="wait" /></span>
    <div class="grow"><p class="q">${typed ? around(words.tableDice, named(view, told.by ?? ''), english(told.dice ?? ''), english(plain(told.purpose ?? ''))) : words.waitsForLinks(told.roll ?? 0)}</p>
      <p class="o">${(told.parties ?? []).map((party) => html`<span class="tag" key=${party}><bdi>${party}</bdi> …</span>`)}${left !== null && html`<span>${clockWords(left)}</span>`}${awaiting.failed.value && html`<b class="warned">${failedBy(awaiting.failed.value)}</b>`}</p></div>
    ${plays && !typed && told.until === null && html`<button class="btn" onClick=${() => void awaiting.goOn(told.roll ?? 0)}>${words.goOnWithout}</button>`}
  </section>`;
}
