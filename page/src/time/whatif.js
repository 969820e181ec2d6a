import { html, useState } from '../../vendor/vendor.mjs';
import { Icon } from '../icons.js';
import { failure } from '../model/failing.js';
import { seatName } from '../model/seats.js';
import { failedBy } from '../strings/english.js';
import { words } from '../strings/past.js';

/** @import { Failure, View } from '../model/types.js' */
/** @import { Place } from './forking.js' */

/** The button that lets a fight go another way from the line that is looked at, with dice of its own. @param {{fork: (at: number, bots: boolean) => Promise<Place[]>, now: number, view: View}} props */
export function WhatIf({ fork, now, view }) {
  const [open, setOpen] = useState(false);
  const [waits, setWaits] = useState(false);
  const [failed, setFailed] = useState(/** @type {Failure | null} */ (null));
  const [made, setMade] = useState(/** @type {{at: number, places: Place[]} | null} */ (null));
  const begin = (/** @type {boolean} */ bots) => {
    setWaits(true);
    setFailed(null);
    fork(now, bots)
      .then((places) => setMade({ at: now, places }), (problem) => setFailed(failure(problem)))
      .finally(() => setWaits(false));
  };
  return html`<button class="btn" aria-expanded=${open} aria-label=${words.whatIf} onClick=${() => setOpen(!open)}><${Icon} name="fork" /><span class="not-phone">${words.whatIf}</span></button>
    ${open && html`<section class="rests" aria-label=${words.whatIf}>
      <div class="row"><h2 class="grow">${words.past.whatIfFrom(now)}</h2><button class="btn bare icon" aria-label=${words.close} onClick=${() => setOpen(false)}><${Icon} name="close" /></button></div>
      <p class="soft">${words.past.whatIfHow}</p>
      <div class="row wrap"><button class="btn go" disabled=${waits} onClick=${() => begin(true)}>${words.past.withBots}</button>
        <button class="btn" disabled=${waits} onClick=${() => begin(false)}>${words.past.allSeats}</button></div>
      <p role="status">${waits ? words.loading : failedBy(failed)}</p>
      ${made && html`<p>${words.past.branched(made.at)}</p><ul>${made.places.map(({ seat, link }) => html`<li key=${seat}><a class="btn" href=${link} target="_blank">${words.past.playAs(seatName(view, seat))}</a></li>`)}</ul>`}
    </section>`}`;
}
