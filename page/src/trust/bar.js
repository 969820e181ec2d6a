import { html } from '../../vendor/vendor.mjs';
import { seatName } from '../model/seats.js';
import { failedBy } from '../strings/english.js';
import { words } from '../strings/words.js';
import { Copy } from './copy.js';

/** @import { View } from '../model/types.js' */
/** @import { Table } from '../model/store.js' */
/** @import { Standing } from '../worker/standing.js' */
/** @import { Trust } from './seat.js' */

/** Below the top line: an alarm, which nothing takes away, or the offer of a key. @param {{table: Table, view: View, trust: Trust}} props */
export function Bar({ table, view, trust }) {
  const standing = trust.device?.standing.value;
  if (standing?.stopped) return html`<${Alarm} standing=${standing} />`;
  const seat = table.seating.value?.seat;
  if (trust.device || trust.declined || !seat || !table.plays.value || view.outcome) return null;
  return html`<${Offer} name=${seatName(view, seat)} trust=${trust} />`;
}

/** Before a table that opens only to a device which others vouch for. @param {{table: Table, trust: Trust}} props */
export function Door({ table, trust }) {
  const seating = table.seating.value;
  const own = seating?.seats.find((each) => each.seat === seating.seat);
  return !trust.device && own?.devices.length ? html`<${Offer} name=${seatName(table.view.value, own.seat)} trust=${trust} lost=${own.devices} />` : null;
}

/** The alarm of a device, which nothing takes away, wherever one looks. @param {{standing: Standing | null | undefined}} props */
export function Alarm({ standing }) {
  const stopped = standing?.stopped;
  if (!stopped) return null;
  return html`<section class="sits bad" role="alert" aria-label=${words.trust.alarm}><p><span lang="en">${stopped.sentence}</span> ${words.trust.stopped}</p>
    <span class="row"><button class="btn" onClick=${() => save(stopped.name, stopped.file)}>${words.trust.save}</button>
      ${standing.told && html`<${Copy} text=${standing.told} label=${words.trust.compare} />`}</span></section>`;
}

/** Give a file to whoever looks at the page. @param {string} name @param {string} text */
function save(name, text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** @param {{name: string, trust: Trust, lost?: string[]}} props */
function Offer({ name, trust, lost }) {
  const { wrong } = trust;
  const answered = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const field = /** @type {HTMLFormElement} */ (event.target).elements.namedItem('vouched');
    if (field instanceof HTMLInputElement && field.value.trim()) void trust.sit({ vouched: field.value.trim() });
  };
  return html`<section class="sits" aria-label=${words.trust.sit}>
    <p>${wrong ? html`<span role="alert">${failedBy(wrong.failed)}</span>` : words.trust.sitHow(name)} ${wrong?.request ? words.trust.vouchFor : ''}</p>
    ${wrong?.request && html`<${Copy} text=${wrong.request} label=${words.trust.copy} />
      <form class="row" onSubmit=${answered}><input name="vouched" aria-label=${words.trust.vouched} placeholder=${words.trust.vouched} autocomplete="off" /><button class="btn go">${words.trust.sit}</button></form>`}
    <span class="row">${!wrong?.request && html`<button class="btn go" onClick=${() => void trust.sit()}>${words.trust.sit}</button>`}
      ${!lost && html`<button class="btn" onClick=${trust.decline}>${words.trust.decline}</button>`}
      ${!wrong?.request && lost?.map((party) => html`<button key=${party} class="btn" onClick=${() => void trust.sit({ lost: party })}>${words.trust.isLost(party)}</button>`)}</span></section>`;
}
