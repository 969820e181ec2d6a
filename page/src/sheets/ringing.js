import { html, useState } from '../../vendor/vendor.mjs';
import { letRingHidden, letRingWithSound, ringsHidden, ringsWithSound } from '../browser/settings.js';
import { words } from '../strings/sheets.js';
import { chord, mayNotify } from '../table/bell.js';

/** How one is told of one's turn: the browser is asked for notifications once somebody wants them here, and never by itself. */
export function Ringing() {
  const [refused, setRefused] = useState(false);
  const notify = async () => {
    const wanted = !ringsHidden.value;
    const may = !wanted || (await mayNotify());
    setRefused(!may);
    if (may) letRingHidden(wanted);
  };
  const sound = () => {
    letRingWithSound(!ringsWithSound.value);
    if (ringsWithSound.value) chord();
  };
  return html`<div><h3>${words.ringing.title}</h3><div class="chips">
      <button class="chip" aria-pressed=${ringsHidden.value} onClick=${() => void notify()}>${words.ringing.hidden}</button>
      <button class="chip" aria-pressed=${ringsWithSound.value} onClick=${sound}>${words.ringing.sound}</button></div>
    ${refused && html`<p class="warned" role="alert">${words.ringing.refused}</p>`}</div>`;
}
