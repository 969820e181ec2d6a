import { html } from '../../vendor/vendor.mjs';
import { part } from '../browser/part.js';
import { empty, later } from '../table/later.js';

/** What proves rolls comes by itself, for whoever asks: here or in the past. */
import '../dice/proofs.js';

/** @import { View } from '../model/types.js' */
/** @import { Moment } from '../time/link.js' */
/** @import { People } from '../model/people.js' */
/** @import { Play } from '../model/play.js' */
/** @import { Table } from '../model/store.js' */

/**
 * What a sheet beside the board is about, and how it closes.
 * @typedef {{table: Table, view: View, play: Play, people: People, keyOf: string, look: (moment: Moment) => void, close: () => void}} Opened
 */

/** All that is opened beside a fight and by somebody, never by itself. */
export const sheets = part('sheets', () => import('./sheets.js'));

const Sheet = later(sheets, (made) => made.Sheet, empty('side'));

/** The sheet that is open beside the board, if one is. @param {Omit<Opened, 'close'>} props */
export function Panels(props) {
  const { panel, disputes, open } = props.people;
  return panel.value || disputes.shown.value ? html`<${Sheet} ...${props} close=${() => open(null)} />` : null;
}
