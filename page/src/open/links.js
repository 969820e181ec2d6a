import { html, useState } from '../../vendor/vendor.mjs';
import { wordFor, words } from '../strings/words.js';
import { Code } from './qr.js';
import { ownSeat } from './seats.js';

/** @import { Draft, Opened } from './begin.js' */
/** @import { Manned } from './seats.js' */

/** The links of a fight that was begun here, for those who come. @param {{draft: Draft, opened: Opened, manned: Manned, again: () => void}} props */
export function Links({ draft, opened, manned, again }) {
  const others = draft.seats.filter((each) => (manned[each.seat] ?? 'link') === 'link');
  const own = ownSeat(draft, manned);
  return html`<section class="block" aria-labelledby="seats"><div class="hd"><h2 id="seats" class="grow" tabindex="-1" ref=${focused}>${words.begun}</h2>
      <button class="btn bare" onClick=${again}>${words.another}</button>
      ${own && html`<a class="btn go" href=${`/e/${opened.encounter}`}>${words.toTable}</a>`}</div>
    <div class="bd"><p class="lead">${words.giveLinks}</p></div>
    ${others.map((each) => html`<${Seat} key=${each.seat} seat=${each} link=${page(opened, each.seat)} />`)}</section>`;
}

/** @param {HTMLElement | null} title */
function focused(title) {
  title?.focus();
}

/** Return the link of a seat at this address of the server. @param {Opened} opened @param {string} seat */
function page(opened, seat) {
  return `${location.origin}/e/${opened.encounter}#${opened.keys[seat]}`;
}

/** @param {{seat: Draft['seats'][number], link: string}} props */
function Seat({ seat, link }) {
  const [copied, setCopied] = useState(false);
  const [code, setCode] = useState(false);
  const copy = () => navigator.clipboard.writeText(link).then(() => setCopied(true));
  return html`<div class="seat-link"><div><b>${seat.seat}</b> <span class="tag">${wordFor(words.roles, seat.role)}</span>
      <div class="small">${seat.plays.join(', ')}</div></div>
    <input readonly value=${link} aria-label=${words.linkOf(seat.seat)} onFocus=${all} />
    <div class="row">${navigator.clipboard && html`<button class="btn" onClick=${copy}>${copied ? words.copied : words.copy}<span class="sr"> ${seat.seat}</span></button>`}
      <button class="btn" aria-pressed=${code} onClick=${() => setCode(!code)}>${words.qr}<span class="sr"> ${seat.seat}</span></button>
      <a class="btn" href=${link} target="_blank" rel="noreferrer">${words.sitDown}<span class="sr"> ${seat.seat}</span></a></div>
    ${code && html`<div class="row wrap code"><${Code} text=${link} label=${words.qrOf(seat.seat)} /><p class="small soft grow">${words.qrHow}</p></div>`}</div>`;
}

/** Mark all of a field, so that it can be copied by hand. @param {FocusEvent} event */
function all(event) {
  /** @type {HTMLInputElement} */ (event.target).select();
}
