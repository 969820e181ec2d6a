import { html } from '../../vendor/vendor.mjs';
import { named, nameOf, mainPool } from '../model/facts.js';
import { isClosed, mayClose } from '../model/hosting.js';
import { seatName } from '../model/seats.js';
import { under } from '../model/under.js';
import { failedBy, poolInWords, tongueOfOne } from '../strings/english.js';
import { words } from '../strings/sheets.js';
import { Deeds } from '../turn/doings.js';
import { CloseIt } from './closing.js';
import { FIGHT, Naming } from './naming.js';
import { Newcomer } from './newcomer.js';
import { Notes } from './notes.js';
import { Ringing } from './ringing.js';
import { Side } from './side.js';
import { Showing } from '../watch/showing.js';

/** @import { View } from '../model/types.js' */
/** @import { People } from '../model/people.js' */
/** @import { Chip } from '../offers/chips.js' */
/** @import { Table } from '../model/store.js' */

/** What stands in a section of its own, or about somebody in their sheet. */
const APART = new Set(['reveal', 'hand_over', 'add_combatant']);

/** What a seat keeps to itself and does beside the turn; the referee's holds the reserve, secrets and the board. @param {{table: Table, view: View, people: People, keyOf: string}} props */
export function Drawer({ table, view, people, keyOf }) {
  const chips = people.asides.value;
  const seating = table.seating.value;
  const mine = chips.filter((chip) => chip.who === null && !APART.has(chip.do));
  const come = chips.find((chip) => chip.do === 'add_combatant');
  const referees = people.referees.value;
  return html`<${Side} title=${referees ? words.drawer : words.beside} label=${referees ? words.drawer : words.beside} close=${() => people.open(null)}>
    <div class="phone"><${Showing} encounter=${view.encounter} keyOf=${keyOf} named=${true} /></div>
    ${view.reserve.length > 0 && html`<${Reserve} view=${view} chips=${chips} people=${people} />`}
    <${Deeds} found=${mine.map((chip) => ({ chip, picked: {} }))} people=${people} />
    <${Notes} table=${table} view=${view} />
    <${HandOver} view=${view} chips=${chips} people=${people} />
    ${come && html`<${Newcomer} view=${view} chip=${come} people=${people} />`}
    ${referees && seating && html`<div><h3>${words.seeAs}</h3><div class="chips">${seating.seats.filter((each) => each.seat !== seating.seat).map(({ seat }) => html`<button key=${seat} class="chip" onClick=${() => void people.see(seat)}><bdi>${seatName(view, seat)}</bdi></button>`)}</div>
      ${people.unseen.value && html`<p class="warned" role="alert">${failedBy(people.unseen.value)}</p>`}</div>`}
    <${Naming} table=${table} of=${FIGHT} now=${view.title ?? ''} />
    <${Ringing} />
    ${mayClose(table) && html`<div><h3>${words.closing.title}</h3><${CloseIt} people=${people} /></div>`}
    ${isClosed(table) && html`<p class="soft">${words.closing.closed}</p>`}
  <//>`;
}

/** @param {{view: View, chips: Chip[], people: People}} props */
function Reserve({ view, chips, people }) {
  return html`<div class="kept secret"><h3 class="row"><span class="grow">${words.reserve}</span><span class="tag only">${words.onlyYou}</span></h3><ul>${view.reserve.map((each) => {
    const chip = chips.find((one) => one.do === 'reveal' && one.who === each.id);
    return html`<li key=${each.id} class="row wrap"><button class="plain grow" onClick=${() => people.open({ kind: 'who', who: each.id })}><bdi>${under(view.true_names, each.id) ?? nameOf(each)}</bdi> <span class="soft">${poolInWords(mainPool(each))}</span></button>
      ${chip && html`<button class="btn" data-do="reveal" onClick=${() => people.ready(chip)}>${words.reveal}</button>`}</li>`;
  })}</ul></div>`;
}

/** @param {{view: View, chips: Chip[], people: People}} props */
function HandOver({ view, chips, people }) {
  const over = chips.filter((chip) => chip.do === 'hand_over' && chip.who !== null);
  if (!over.length) return null;
  const chosen = (/** @type {Event} */ event) => {
    const chip = over.find((each) => each.who === /** @type {HTMLSelectElement} */ (event.target).value);
    if (chip) people.ready(chip);
  };
  return html`<label class="field"><span>${words.handOver}</span><select value="" onChange=${chosen}><option value="">${words.chooseWho}</option>
    ${over.map((chip) => html`<option value=${chip.who} lang=${tongueOfOne(view, chip.who)}>${named(view, chip.who ?? '')}</option>`)}</select></label>`;
}
