import { html } from '../../vendor/vendor.mjs';
import { aboutPlace } from '../offers/about.js';
import { capitalTerm } from '../strings/english.js';
import { Closing } from './closing.js';
import { Dispute } from './dispute.js';
import { Deeds } from '../turn/doings.js';
import { Drawer } from './drawer.js';
import { Keys } from './help.js';
import { Person } from './person.js';
import { Proof } from './proof.js';
import { Side } from './side.js';
import { Since } from './since.js';
import { Sure } from '../turn/sure.js';

/** @import { Opened } from './panels.js' */

/** The sheet that is open beside the board. @param {Opened} props */
export function Sheet({ table, view, play, people, keyOf, look, close }) {
  const panel = people.panel.value;
  const overrules = play.everything.value.filter((chip) => chip.do === 'override');
  if (people.disputes.shown.value) return html`<${Dispute} disputes=${people.disputes} view=${view} entries=${table.entries.value} seating=${table.seating.value} overrules=${overrules} beside=${table.beside} />`;
  if (!panel) return null;
  if (panel.kind === 'who') return html`<${Person} key=${panel.who} view=${view} who=${panel.who} entries=${table.entries.value} people=${people} />`;
  if (panel.kind === 'place') return html`<${Side} key=${panel.at} title=${capitalTerm(panel.at)} close=${close}><${Deeds} found=${aboutPlace(people.asides.value, panel.at)} people=${people} /><//>`;
  if (panel.kind === 'drawer') return html`<${Drawer} table=${table} view=${view} people=${people} keyOf=${keyOf} />`;
  if (panel.kind === 'closing') return html`<${Closing} table=${table} people=${people} close=${close} />`;
  if (panel.kind === 'keys') return html`<${Keys} close=${close} />`;
  if (panel.kind === 'proof') return html`<${Proof} key=${panel.line} table=${table} line=${panel.line} close=${close} />`;
  if (panel.kind === 'sure') return html`<${Sure} view=${view} play=${play} chip=${panel.chip} close=${close} />`;
  return html`<${Since} table=${table} view=${view} play=${play} from=${panel.from} close=${close} look=${(/** @type {number} */ at) => (close(), look({ at, by: null, versus: null, as: null, why: null, plays: true }))} />`;
}
