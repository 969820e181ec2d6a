import { html, useState } from '../../vendor/vendor.mjs';
import { words } from '../strings/en.js';

/** @import { Example, Opened } from './open.js' */

/** The seats of a fight that was begun here, each with its link. @param {{example: Example, opened: Opened, again: () => void}} props */
export function Links({ example, opened, again }) {
  return html`<section class="block" aria-labelledby="seats"><div class="hd"><h2 id="seats" class="grow" tabindex="-1" ref=${focused}>${words.begun}</h2>
      <button class="btn bare" onClick=${again}>${words.another}</button></div>
    <div class="bd"><p class="lead">${words.giveLinks}</p></div>
    ${example.seats.map((each) => html`<${Seat} key=${each.seat} seat=${each} link=${page(opened, each.seat)} />`)}
    <div class="bd"><p class="small">${words.botHow} <code>encounter join ${words.linkWord} --as bot</code></p></div></section>`;
}

/** @param {HTMLElement | null} title */
function focused(title) {
  title?.focus();
}

/** Return the link of a seat at this address of the server. @param {Opened} opened @param {string} seat */
function page(opened, seat) {
  return `${location.origin}/e/${opened.encounter}#${opened.keys[seat]}`;
}

/** @param {{seat: Example['seats'][number], link: string}} props */
function Seat({ seat, link }) {
  const [copied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(link).then(() => setCopied(true));
  return html`<div class="seat-link"><div><b>${seat.seat}</b> <span class="tag">${seat.role}</span>
      <div class="small">${seat.plays.join(', ')}</div></div>
    <input readonly value=${link} aria-label=${words.linkOf(seat.seat)} onFocus=${all} />
    <div class="row">${navigator.clipboard && html`<button class="btn" onClick=${copy}>${copied ? words.copied : words.copy}<span class="sr"> ${seat.seat}</span></button>`}
      <a class="btn go" href=${link} target="_blank" rel="noreferrer">${words.sitDown}<span class="sr"> ${seat.seat}</span></a></div></div>`;
}

/** Mark all of a field, so that it can be copied by hand. @param {FocusEvent} event */
function all(event) {
  /** @type {HTMLInputElement} */ (event.target).select();
}
