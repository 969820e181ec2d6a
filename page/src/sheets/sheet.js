import { html } from '../../vendor/vendor.mjs';
import { aboutPlace } from '../offers/about.js';
import { under } from '../model/under.js';
import { capitalTerm } from '../strings/english.js';
import { Closing } from './closing.js';
import { Dispute } from './dispute.js';
import { Deeds } from '../turn/doings.js';
import { Drawer } from './drawer.js';
import { Keys } from './help.js';
import { Naming } from './naming.js';
import { Person } from './person.js';
import { Proof } from './proof.js';
import { Side } from './side.js';
import { Since } from './since.js';
import { Sure } from '../turn/sure.js';

/** @import { View } from '../model/types.js' */
/** @import { Opened } from './panels.js' */

/** The sheet that is open beside the board. @param {Opened} props */
export function Sheet({ table, view, play, people, keyOf, look, close }) {
  const panel = people.panel.value;
  const overrules = play.everything.value.filter((chip) => chip.do === 'override');
  if (people.disputes.shown.value) return html`<${Dispute} disputes=${people.disputes} view=${view} entries=${table.entries.value} seating=${table.seating.value} overrules=${overrules} beside=${table.beside} />`;
  if (!panel) return null;
  if (panel.kind === 'who') return html`<${Person} key=${panel.who} table=${table} view=${view} who=${panel.who} people=${people} />`;
  if (panel.kind === 'place') return html`<${Place} key=${panel.at} table=${table} view=${view} at=${panel.at} people=${people} close=${close} />`;
  if (panel.kind === 'drawer') return html`<${Drawer} table=${table} view=${view} people=${people} keyOf=${keyOf} />`;
  if (panel.kind === 'closing') return html`<${Closing} table=${table} people=${people} close=${close} />`;
  if (panel.kind === 'keys') return html`<${Keys} close=${close} />`;
  if (panel.kind === 'proof') return html`<${Proof} key=${panel.line} table=${table} line=${panel.line} close=${close} />`;
  if (panel.kind === 'sure') return html`<${Sure} view=${view} play=${play} chip=${panel.chip} close=${close} />`;
  return html`<${Since} table=${table} view=${view} play=${play} from=${panel.from} close=${close} look=${(/** @type {number} */ at) => (close(), look({ at, by: null, versus: null, as: null, why: null, plays: true }))} />`;
}

/** What may be said about a place; those that are drawn by their names can be called otherwise. @param {Pick<Opened, 'table' | 'people' | 'close'> & {view: View, at: string}} props */
function Place({ table, view: { board, names = {} }, at, people, close }) {
  const places = board.kind === 'tiles' ? board.tiles : board.kind === 'zones' ? board.zones : [];
  return html`<${Side} title=${capitalTerm(at)} close=${close}><${Deeds} found=${aboutPlace(people.asides.value, at)} people=${people} />
    ${places.some((each) => each.id === at) && html`<${Naming} table=${table} of=${at} now=${under(names, at) ?? ''} />`}<//>`;
}
