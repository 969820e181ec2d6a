import { html } from '../../vendor/vendor.mjs';
import { mayClose } from '../model/hosting.js';
import { seatName } from '../model/seats.js';
import { words } from '../strings/words.js';
import { TimeIsUp } from './clock.js';
import { Decided } from '../turn/decided.js';
import { Dock } from '../turn/dock.js';
import { empty, later } from './later.js';
import { sheets } from '../sheets/panels.js';

/** @import { People } from '../model/people.js' */
/** @import { View } from '../model/types.js' */
/** @import { Play } from '../model/play.js' */
/** @import { Table } from '../model/store.js' */

const TakingBack = later(sheets, (made) => made.TakingBack, empty('say going'));
const Awaits = later(sheets, (made) => made.Awaits, empty('say awaits'));
const Contest = later(sheets, (made) => made.Contest, empty('say contested', true));
const Contested = later(sheets, (made) => made.Contested, empty('say contested'));
const Over = later(sheets, (made) => made.Over, empty('say'));
const Ending = later(sheets, (made) => made.Ending, empty('say contested'));

/** What stands below the board: what the others ask of one, and what one can do. @param {{table: Table, view: View, play: Play, people: People, all: () => void}} props */
export function Below({ table, view, play, people, all }) {
  const { back, disputes, seen, rolls } = people;
  const plays = table.plays.value;
  return html`<section class="below" tabindex="-1" aria-label=${words.below}>
    ${seen.value && html`<section class="say secret" role="status" aria-label=${words.seeAs}><p class="q grow">${words.seenAs(seatName(view, seen.value.as))}</p><button class="btn go" onClick=${() => void people.see(null)}>${words.backToOwn} <kbd>Esc</kbd></button></section>`}
    ${plays && (back.request.value || back.to.value !== null) && html`<${TakingBack} back=${back} entries=${table.entries.value} view=${view} />`}
    ${(rolls.waiting.value || rolls.failed.value) && html`<${Awaits} rolls=${rolls} view=${view} seat=${plays ? (table.seating.value?.seat ?? null) : null} />`}
    ${disputes.about.value !== null && html`<${Contest} key=${disputes.about.value} disputes=${disputes} of=${disputes.about.value} close=${() => (disputes.about.value = null)} />`}
    ${disputes.open.value.length > 0 && !disputes.shown.value && html`<${Contested} disputes=${disputes} entries=${table.entries.value} view=${view} />`}
    ${view.initiative.decided && !table.announced.request.value.end && !people.looks.value && html`<${Decided} table=${table} view=${view} play=${play} />`}
    ${table.announced.request.value.end && html`<${Ending} table=${table} view=${view} play=${play} />`}
    ${mayClose(table) && !people.looks.value && html`<${Over} people=${people} />`}
    ${plays && html`<${TimeIsUp} table=${table} play=${play} />`}
    ${plays && table.choices.value && !people.looks.value && html`<${Dock} table=${table} view=${view} play=${play} all=${all} back=${back} />`}
  </section>`;
}
