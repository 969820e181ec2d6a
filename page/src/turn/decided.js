import { html } from '../../vendor/vendor.mjs';
import { around, capitalTerm, english } from '../strings/english.js';
import { words } from '../strings/sheets.js';

/** @import { View } from '../model/types.js' */
/** @import { Play } from '../model/play.js' */
/** @import { Table } from '../model/store.js' */

/** That one side alone is left, in a fight that goes on until it is ended, and the button for whoever may end it. @param {{table: Table, view: View, play: Play}} props */
export function Decided({ table, view, play }) {
  const side = view.initiative.decided ?? '';
  const end = table.plays.value ? play.everything.value.find((chip) => chip.do === 'end_encounter') : undefined;
  const say = () => {
    if (end) play.arm(end);
    void play.confirm();
  };
  return html`<section class="say decided" role="status"><div class="grow"><p class="q">${around(words.aloneLeft, capitalTerm(side))}</p>
      <p class="o">${words.goesOnUntil}</p></div>
    ${end && html`<button class="btn go" data-do=${end.do} disabled=${play.busy.value} onClick=${say}>${english(end.name)}</button>`}</section>`;
}
