import { html } from '../../vendor/vendor.mjs';
import { words } from '../strings/words.js';
import { TakingBack } from './back.js';
import { Awaits } from './awaits.js';
import { TimeIsUp } from './clock.js';
import { Contested } from './contest.js';
import { Dock } from './dock.js';
import { Ending } from './ending.js';

/** @import { People } from '../model/people.js' */
/** @import { View } from '../model/types.js' */
/** @import { Play } from '../model/play.js' */
/** @import { Table } from '../model/store.js' */

/** What stands below the board: what the others ask of one, and what one can do. @param {{table: Table, view: View, play: Play, people: People, all: () => void}} props */
export function Below({ table, view, play, people, all }) {
  const { back, disputes, seen } = people;
  const plays = table.plays.value;
  const looking = back.to.value !== null && !back.request.value;
  return html`<section class="below" aria-label=${words.below}>
    ${seen.value && html`<section class="say secret" role="status" aria-label=${words.seeAs}><p class="q grow">${words.seenAs(seen.value.as)}</p><button class="btn go" onClick=${() => void people.see(null)}>${words.backToOwn} <kbd>Esc</kbd></button></section>`}
    <${TakingBack} back=${back} entries=${table.entries.value} view=${view} plays=${plays} />
    <${Awaits} awaiting=${people.awaiting} view=${view} seat=${plays ? (table.seating.value?.seat ?? null) : null} />
    <${Contested} disputes=${disputes} />
    <${Ending} table=${table} play=${play} />
    ${plays && html`<${TimeIsUp} table=${table} play=${play} />`}
    ${plays && !seen.value && table.choices.value && !looking && html`<${Dock} table=${table} view=${view} play=${play} all=${all} back=${back} />`}
  </section>`;
}
