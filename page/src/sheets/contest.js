import { html, useEffect, useRef, useState } from '../../vendor/vendor.mjs';
import { Icon } from '../icons.js';
import { toldUnder } from '../history/story.js';
import { seatName } from '../model/seats.js';
import { failedBy } from '../strings/english.js';
import { words } from '../strings/sheets.js';

/** @import { Entry, View } from '../model/types.js' */
/** @import { Disputes } from '../history/disputes.js' */

/** What is contested. @param {{disputes: Disputes, entries: Entry[], view: View}} props */
export function Contested({ disputes, entries, view }) {
  const [first, ...more] = disputes.open.value;
  return first && html`<section class="say contested" role="group" aria-label=${words.dispute}>
    <div class="grow"><p class="q"><${Icon} name="flag" /> <bdi>${seatName(view, first.by)}</bdi> ${words.contests(toldUnder(entries, first.of))}</p><p class="o"><q><bdi>${first.reason}</bdi></q>${more.length > 0 && html` <span>${words.more(more.length)}</span>`}</p>${disputes.failed.value && html`<p class="o warned" role="alert">${failedBy(disputes.failed.value)}</p>`}</div>
    <button class="btn" onClick=${() => void disputes.show(first.line)}>${words.lookAtIt}</button></section>`;
}

/** The form by which one contests a line. @param {{disputes: Disputes, of: number, close: () => void}} props */
export function Contest({ disputes, of, close }) {
  const [reason, setReason] = useState('');
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => field.current?.focus(), [of]);
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    void disputes.contest(reason);
  };
  return html`<form class="say contested" aria-label=${words.contest} onSubmit=${send}>
    <div class="grow"><p class="q">${words.contestLine(of)}</p>${disputes.failed.value && html`<p class="o warned" role="alert">${failedBy(disputes.failed.value)}</p>`}</div>
    <label class="row grow"><span class="sr">${words.reason}</span><input class="typed" ref=${field} required maxlength="500" placeholder=${words.whyWrong} value=${reason}
      onInput=${(/** @type {InputEvent} */ event) => setReason(/** @type {HTMLInputElement} */ (event.target).value)} /></label>
    <button type="button" class="btn bare" onClick=${close}>${words.cancel} <kbd>Esc</kbd></button>
    <button class="btn go" disabled=${!reason.trim() || disputes.sending.value}>${words.contest}</button>
  </form>`;
}
