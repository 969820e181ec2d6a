import { html } from '../../vendor/vendor.mjs';
import { english } from '../strings/english.js';
import { AloneLeft } from './alone.js';

/** @import { View } from '../model/types.js' */
/** @import { Play } from '../model/play.js' */
/** @import { Table } from '../model/store.js' */

/** That one side alone is left, and the button for whoever may end the fight. @param {{table: Table, view: View, play: Play}} props */
export function Decided({ table, view, play }) {
  const end = table.plays.value ? play.everything.value.find((chip) => chip.do === 'end_encounter') : undefined;
  const say = () => {
    if (end) play.arm(end);
    void play.confirm();
  };
  return html`<${AloneLeft} view=${view}>${end && html`<button class="btn go" data-do=${end.do} disabled=${play.busy.value} onClick=${say}>${english(end.name)}</button>`}<//>`;
}
