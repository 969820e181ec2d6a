import { html, useState } from '../../vendor/vendor.mjs';
import { plainText } from '../chronicle/parts.js';
import { keptShut, sealedBy } from '../history/sealing.js';
import { failure } from '../model/failing.js';
import { isClosed } from '../model/hosting.js';
import { seatNames } from '../model/seats.js';
import { failedBy } from '../strings/english.js';
import { words } from '../strings/sheets.js';

/** @import { Entry, Failure, View } from '../model/types.js' */
/** @import { Table } from '../model/store.js' */

/** What is sealed, and can be opened to everybody or kept shut by whoever sealed it. @param {{table: Table, view: View}} props */
export function Notes({ table, view }) {
  const seat = table.seating.value?.seat;
  const entries = table.entries.value;
  const kept = sealedBy(entries, seat);
  if (!kept.length || isClosed(table)) return null;
  const shut = keptShut(entries, seat);
  return html`<div class="kept secret"><h3>${words.sealed}</h3><ul>${kept.map((entry) => html`<${Note} key=${entry.n} table=${table} view=${view} entry=${entry} seat=${seat} shut=${shut.has(entry.n)} />`)}</ul></div>`;
}

/** @param {{table: Table, view: View, entry: Entry, seat: string | undefined, shut: boolean}} props */
function Note({ table, view, entry, seat, shut }) {
  const [sure, setSure] = useState(false);
  const [keeps, setKeeps] = useState(false);
  const [wrong, setWrong] = useState(/** @type {Failure | null} */ (null));
  const others = (entry.only ?? []).filter((each) => each !== seat);
  /** Open it at the second press: what was read by everybody cannot be sealed again. */
  const open = () => {
    setSure(!sure);
    setWrong(null);
    if (!sure) return;
    const action = { do: 'unseal', by: seat, of: [entry.last] };
    void table.numbers.of(action, (cmd) => table.declare(action, cmd)).catch((problem) => setWrong(failure(problem))).then(() => table.renew());
  };
  const keep = (/** @type {string} */ reason) => {
    setWrong(null);
    void table.tell('withhold', { of: entry.last, reason }).then(() => setKeeps(false), (problem) => setWrong(failure(problem)));
  };
  return html`<li><p lang="en">${plainText(entry.text)}</p>
    <p><span class="tag only">${others.length ? words.readBy(seatNames(view, others)) : words.onlyYou}</span>${shut && html` <span class="tag">${words.isKeptShut}</span>`}</p>
    <div class="row wrap">${!shut && !keeps && html`<button class="btn" data-do="withhold" onClick=${() => setKeeps(true)}>${words.keepShut}</button>`}
    <button class="btn" data-do="unseal" onBlur=${() => setSure(false)} onClick=${open}>${sure ? words.unsealForGood : words.unseal}</button></div>
    ${keeps && !shut && html`<${Keep} keep=${keep} cancel=${() => setKeeps(false)} />`}
    ${wrong && html`<p class="warned" role="alert">${failedBy(wrong)}</p>`}</li>`;
}

/** Why something stays shut, which everybody reads. @param {{keep: (reason: string) => void, cancel: () => void}} props */
function Keep({ keep, cancel }) {
  const [reason, setReason] = useState('');
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    keep(reason.trim());
  };
  return html`<form onSubmit=${send}><p class="small soft">${words.keepShutHow}</p>
    <label class="field"><span>${words.reason}</span><input class="typed" required maxlength="500" value=${reason}
      onInput=${(/** @type {InputEvent} */ event) => setReason(/** @type {HTMLInputElement} */ (event.target).value)} /></label>
    <div class="row"><button type="button" class="btn" onClick=${cancel}>${words.cancel}</button><button class="btn go" disabled=${!reason.trim()}>${words.keepShutNow}</button></div></form>`;
}
