import { html, useState } from '../../vendor/vendor.mjs';
import { failure } from '../model/failing.js';
import { failedBy } from '../strings/english.js';
import { words } from '../strings/sheets.js';
import { Notes } from './notes.js';
import { Side } from './side.js';

/** @import { Failure } from '../model/types.js' */
/** @import { People } from '../model/people.js' */
/** @import { Table } from '../model/store.js' */

/** That a fight is over and its ledger open still, to whoever may close it. @param {{people: People}} props */
export function Over({ people }) {
  return html`<section class="say" role="group" aria-label=${words.closing.title}>
    <div class="grow"><p class="q">${words.closing.open}</p><p class="o">${words.closing.how}</p></div>
    <${CloseIt} people=${people} /></section>`;
}

/** What leads to the last word before a ledger is closed. @param {{people: People}} props */
export function CloseIt({ people }) {
  return html`<button class="btn" data-do="close" onClick=${() => people.open({ kind: 'closing' })}>${words.closing.close}</button>`;
}

/** The last word before a ledger is closed, with what one sealed. @param {{table: Table, people: People, close: () => void}} props */
export function Closing({ table, people, close }) {
  const [sends, setSends] = useState(false);
  const [wrong, setWrong] = useState(/** @type {Failure | null} */ (null));
  const open = people.disputes.open.value.length;
  const go = async () => {
    setSends(true);
    setWrong(null);
    await table.tell('close', {}).then(close, (problem) => setWrong(failure(problem)));
    setSends(false);
  };
  return html`<${Side} title=${words.closing.title} close=${close}>
    <p>${words.closing.what}</p>
    ${open > 0 && html`<p class="warned">${words.closing.disputes(open)}</p>`}
    <${Notes} table=${table} />
    ${wrong && html`<p class="warned" role="alert">${failedBy(wrong)}</p>`}
    <div class="row"><button class="btn" onClick=${close}>${words.cancel}</button><button class="btn go danger" disabled=${sends || table.lost.value !== null} onClick=${() => void go()}>${words.closing.forGood}</button></div>
  <//>`;
}
