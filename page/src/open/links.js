import { html, useRef, useState } from '../../vendor/vendor.mjs';
import { seatName } from '../model/seats.js';
import { failedBy } from '../strings/english.js';
import { words } from '../strings/open.js';
import { wordFor } from '../strings/words.js';
import { isOnlyHere, OnlyHere } from '../table/onlyhere.js';
import { Code } from './qr.js';
import { givenAway, heldSeat, playedBy } from './seats.js';

/** @import { Failure } from '../model/types.js' */
/** @import { Draft, Opened } from './begin.js' */
/** @import { Manned } from './seats.js' */

/** The links of a fight that was begun here, for those who come. @param {{draft: Draft, opened: Opened, manned: Manned, wrong: Failure | null, again: () => void}} props */
export function Links({ draft, opened, manned, wrong, again }) {
  return html`<section class="block" aria-labelledby="seats"><div class="hd"><h2 id="seats" class="grow" tabindex="-1" ref=${focused}>${words.begun}</h2>
      <button class="btn bare" onClick=${again}>${words.another}</button>
      ${heldSeat(draft, manned) && html`<a class="btn go" href=${`/e/${opened.encounter}`}>${words.toTable}</a>`}</div>
    <div class="bd">${wrong && html`<p class="wrong" role="alert">${failedBy(wrong)}</p>`}<p class="lead">${words.giveLinks}</p><${OnlyHere} link=${page(opened, draft.seats[0]?.seat ?? '')} /></div>
    ${givenAway(draft, manned).map((each) => html`<${Seat} key=${each.seat} draft=${draft} seat=${each} link=${page(opened, each.seat)} />`)}</section>`;
}

/** @param {HTMLElement | null} title */
function focused(title) {
  title?.focus();
}

/** Return the link of a seat at this address of the server; where that is this machine's own, at the one that the server names. @param {Opened} opened @param {string} seat */
function page(opened, seat) {
  const here = `${location.origin}/e/${opened.encounter}#${opened.keys[seat]}`;
  return isOnlyHere(here) ? new URL(opened.invitations[seat] ?? here, here).href : here;
}

/** @param {{draft: Draft, seat: Draft['seats'][number], link: string}} props */
function Seat({ draft, seat, link }) {
  const name = seatName(draft.begins, seat.seat);
  const [copied, setCopied] = useState(false);
  const [code, setCode] = useState(false);
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  // Where nothing can be copied the link is marked, to be copied by hand.
  const copy = () => navigator.clipboard.writeText(link).then(() => setCopied(true), () => field.current?.focus());
  return html`<div class="seat-link"><div><b>${name}</b> <span class="tag">${wordFor(words.roles, seat.role)}</span>
      <div class="small">${playedBy(draft, seat)}</div></div>
    <input readonly ref=${field} value=${link} aria-label=${words.linkOf(name)} onFocus=${all} />
    <div class="row">${navigator.clipboard && html`<button class="btn" onClick=${copy}>${copied ? words.copied : words.copy}<span class="sr"> ${name}</span></button>`}
      <button class="btn" aria-pressed=${code} onClick=${() => setCode(!code)}>${words.qr}<span class="sr"> ${name}</span></button>
      <a class="btn" href=${link} target="_blank" rel="noreferrer">${words.sitDown}<span class="sr"> ${name}</span></a></div>
    ${code && html`<div class="row wrap code"><${Code} text=${link} label=${words.qrOf(name)} /><p class="small soft grow">${words.qrHow}</p></div>`}</div>`;
}

/** Mark all of a field, so that it can be copied by hand. @param {FocusEvent} event */
function all(event) {
  /** @type {HTMLInputElement} */ (event.target).select();
}
