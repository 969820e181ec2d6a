import { html } from '../../vendor/vendor.mjs';
import { words } from '../strings/en.js';
import { TakingBack } from './back.js';
import { Dock } from './dock.js';

/** @import { Back } from '../model/back.js' */
/** @import { View } from '../model/types.js' */
/** @import { Play } from '../model/play.js' */
/** @import { Table } from '../model/store.js' */

/** What stands below the board: what the others ask of one, and what one can do. @param {{table: Table, view: View, play: Play, back: Back, all: () => void}} props */
export function Below({ table, view, play, back, all }) {
  const plays = table.plays.value;
  const looking = back.to.value !== null && !back.request.value;
  return html`<section class="below" aria-label=${words.below}>
    <${TakingBack} back=${back} entries=${table.entries.value} view=${view} plays=${plays} />
    ${plays && table.choices.value && !looking && html`<${Dock} table=${table} view=${view} play=${play} all=${all} />`}
  </section>`;
}
