import { html } from '../../vendor/vendor.mjs';
import { around, english, failedBy } from '../strings/english.js';
import { words } from '../strings/sheets.js';
import { Side } from '../sheets/side.js';

/** @import { View } from '../model/types.js' */
/** @import { Chip } from '../offers/chips.js' */
/** @import { Play } from '../model/play.js' */

/** One last word before somebody leaves, or the fight ends. @param {{view: View, play: Play, chip: Chip, close: () => void}} props */
export function Sure({ play, chip, close }) {
  const go = async () => {
    play.arm(chip);
    if (await play.confirm()) close();
  };
  return html`<${Side} title=${english(chip.label)} close=${close}>
    <p>${around(words.surely, english(chip.hint || chip.label))}</p>
    ${play.refused.value && html`<p class="warned" role="alert">${failedBy(play.refused.value)}</p>`}
    <div class="row"><button class="btn" onClick=${close}>${words.cancel}</button><button class="btn go danger" disabled=${play.busy.value} onClick=${() => void go()}>${english(chip.label)}</button></div>
  <//>`;
}
