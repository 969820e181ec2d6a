import { html, useState } from '../../vendor/vendor.mjs';
import { Icon } from '../icons.js';
import { goingAway, saysWhy } from '../model/back.js';
import { seatName, seatNames } from '../model/seats.js';
import { failedBy } from '../strings/english.js';
import { words } from '../strings/sheets.js';
import { differences } from './differences.js';

/** @import { Entry, View, Wish } from '../model/types.js' */
/** @import { Back } from '../model/back.js' */

/** What would be taken back, and whether it is asked for; or what somebody else asks. @param {{back: Back, entries: Entry[], view: View}} props */
export function TakingBack({ back, entries, view }) {
  if (back.request.value) return back.mine.value ? html`<${Asked} back=${back} view=${view} />` : html`<${Wished} back=${back} entries=${entries} view=${view} />`;
  return back.to.value !== null && html`<${Aimed} back=${back} entries=${entries} view=${view} />`;
}

/** @param {{back: Back, entries: Entry[], view: View}} props */
function Aimed({ back, entries, view }) {
  const [reason, setReason] = useState('');
  const going = back.going.value;
  const ask = (/** @type {Event} */ event) => {
    event.preventDefault();
    back.ask(reason);
  };
  return html`<form class="say going" aria-label=${words.takeBack} onSubmit=${ask}>
    <div class="grow"><p class="q">${words.wouldGo(lines(entries, back.to.value ?? 0))}</p>
      <p class="o" role="status">${back.failed.value ? html`<b class="warned">${failedBy(back.failed.value)}</b>` : going && html`<b>${going.others.length ? words.mustAgree(seatNames(view, going.others)) : words.alone}</b>
        ${going.voids.length > 0 && html`<span>${words.voids(going.voids.length)}</span>`}`}</p><${Differing} back=${back} view=${view} /></div>
    <label class="row"><span class="sr">${words.reason}</span><input class="typed" maxlength="500" placeholder=${words.reasonHint} value=${reason}
      onInput=${(/** @type {InputEvent} */ event) => setReason(/** @type {HTMLInputElement} */ (event.target).value)} /></label>
    <button type="button" class="btn bare" onClick=${() => back.look(null)}>${words.cancel} <kbd>Esc</kbd></button>
    <button class="btn go" disabled=${!going || back.sending.value}>${going?.others.length ? words.askThem : words.takeBack}</button>
  </form>`;
}

/** @param {{back: Back, view: View}} props */
function Asked({ back, view }) {
  const request = back.request.value;
  if (!request) return null;
  return html`<section class="say going" aria-label=${words.takeBack}>
    <div class="grow"><p class="q">${words.youAsked(request.to_version)}</p>
      <p class="o" role="status">${back.failed.value ? html`<b class="warned">${failedBy(back.failed.value)}</b>` : agreed(request, view)}</p></div>
    <button class="btn" disabled=${back.sending.value} onClick=${() => void back.answer(false)}>${words.withdraw} <kbd>Ctrl ⇧ Z</kbd></button>
  </section>`;
}

/** @param {{back: Back, entries: Entry[], view: View}} props */
function Wished({ back, entries, view }) {
  const request = back.request.value;
  if (!request) return null;
  const shown = back.to.value === request.to_version;
  const open = !request.agreed.some(([seat]) => seat === back.seat.value);
  return html`<section class="say going" role="group" aria-label=${words.takeBack}>
    <div class="grow"><p class="q" role="alert"><bdi>${seatName(view, request.by)}</bdi> ${words.takesBack(lines(entries, request.to_version))}</p>
      <p class="o">${saysWhy(request) && html`<q><bdi>${request.reason}</bdi></q> `}${back.failed.value ? html`<b class="warned">${failedBy(back.failed.value)}</b>` : agreed(request, view)}</p><${Differing} back=${back} view=${view} /></div>
    <button class="btn" aria-pressed=${shown ? 'true' : 'false'} onClick=${() => back.look(shown ? null : request.to_version)}><${Icon} name="eye" />${words.showIt}</button>
    ${open && html`<button class="btn go" disabled=${back.sending.value} onClick=${() => void back.answer(true)}>${words.agree}</button>
    <button class="btn" disabled=${back.sending.value} onClick=${() => void back.answer(false)}>${words.no}</button>`}
  </section>`;
}

/** What would be otherwise, as the board shows it. @param {{back: Back, view: View}} props */
function Differing({ back, view }) {
  const then = back.shown.value;
  return then && html`<p class="o">${differences(view, then).map((each, index) => html`<span class="tag" key=${index}>${each}</span>`)}</p>`;
}

/** Return which lines would go, in words. @param {Entry[]} entries @param {number} to */
function lines(entries, to) {
  const gone = goingAway(entries, to);
  const [first] = gone;
  return first ? words.lines(first.n, gone[gone.length - 1]?.last ?? first.last) : words.since(to);
}

/** Say who agreed, and who has not said anything yet. @param {Wish} request @param {View} view */
function agreed({ agreed, asked }, view) {
  return [agreed.length ? words.haveAgreed(seatNames(view, agreed.map(([seat]) => seat))) : words.nobodyAgreed, asked.length ? words.mustAgree(seatNames(view, asked)) : ''].join(' ').trim();
}
