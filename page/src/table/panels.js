import { html } from '../../vendor/vendor.mjs';
import { aboutPlace } from '../offers/about.js';
import { titledly } from '../strings/english.js';
import { Dispute } from './dispute.js';
import { Deeds } from './doings.js';
import { Drawer } from './drawer.js';
import { Person } from './person.js';
import { Proof } from './proof.js';
import { Side } from './side.js';
import { Since } from './since.js';
import { Sure } from './sure.js';

/** @import { View } from '../model/types.js' */
/** @import { Moment } from '../time/link.js' */
/** @import { People } from '../model/people.js' */
/** @import { Play } from '../model/play.js' */
/** @import { Table } from '../model/store.js' */

/** The sheet that is open beside the board, if one is. @param {{table: Table, view: View, play: Play, people: People, keyOf: string, look: (moment: Moment) => void}} props */
export function Panels({ table, view, play, people, keyOf, look }) {
  const panel = people.panel.value;
  const overrules = play.everything.value.filter((chip) => chip.do === 'override');
  if (people.disputes.shown.value) return html`<${Dispute} disputes=${people.disputes} view=${view} seating=${table.seating.value} overrules=${overrules} beside=${table.beside} />`;
  if (!panel) return null;
  const close = () => people.open(null);
  if (panel.kind === 'who') return html`<${Person} key=${panel.who} view=${view} who=${panel.who} entries=${table.entries.value} people=${people} />`;
  if (panel.kind === 'place') return html`<${Side} key=${panel.at} title=${titledly(panel.at)} close=${close}><${Deeds} found=${aboutPlace(people.asides.value, panel.at)} people=${people} /><//>`;
  if (panel.kind === 'drawer') return html`<${Drawer} table=${table} view=${view} people=${people} keyOf=${keyOf} />`;
  if (panel.kind === 'proof') return html`<${Proof} key=${panel.line} table=${table} line=${panel.line} close=${close} />`;
  if (panel.kind === 'sure') return html`<${Sure} view=${view} play=${play} chip=${panel.chip} close=${close} />`;
  return html`<${Since} table=${table} view=${view} play=${play} from=${panel.from} close=${close} look=${(/** @type {number} */ at) => (close(), look({ at, by: null, versus: null, as: null, why: null }))} />`;
}
