import { html, useEffect } from '../../vendor/vendor.mjs';
import { seatNames } from '../model/seats.js';
import { english } from '../strings/english.js';
import { words } from '../strings/sheets.js';

/** @import { Chip } from '../offers/chips.js' */
/** @import { Play } from '../model/play.js' */
/** @import { Table } from '../model/store.js' */
/** @import { View } from '../model/types.js' */

/** What answers a wish to end the fight. */
const ANSWERS = ['end_encounter', 'refuse_end'];

/** The wish that the fight ends, where all have to agree: who does, who is asked, and one's own answer. @param {{table: Table, view: View, play: Play}} props */
export function Ending({ table, view, play }) {
  const wish = table.announced.request.value.end;
  const version = table.choices.value?.version;
  useEffect(() => {
    if (wish && table.plays.value) void table.beside();
  }, [wish, version]);
  if (!wish) return null;
  const asked = wish.asked.includes(table.seating.value?.seat ?? '');
  const answers = asked ? ANSWERS.flatMap((name) => play.everything.value.filter((chip) => chip.do === name).slice(0, 1)) : [];
  const say = (/** @type {Chip} */ chip) => {
    play.arm(chip);
    void play.confirm();
  };
  return html`<section class="say contested" role="group" aria-label=${words.endWished}>
    <div class="grow"><p class="q" role="alert">${words.wantEnd(seatNames(view, wish.agreed))}</p><p class="o">${words.mustAgree(seatNames(view, wish.asked))}</p></div>
    ${answers.map((chip, index) => html`<button class=${`btn${index ? '' : ' go'}`} key=${chip.do} data-do=${chip.do} disabled=${play.busy.value} onClick=${() => say(chip)}>${english(chip.label)}</button>`)}</section>`;
}
