import { html, useState } from '../../vendor/vendor.mjs';
import { Icon } from '../icons.js';
import { words } from '../strings/words.js';
import { empty, later } from '../table/later.js';
import { sheets } from '../sheets/panels.js';
import { lampOf } from '../worker/grades.js';

/** @import { Table } from '../model/store.js' */
/** @import { Trust } from './seat.js' */

const Rests = later(sheets, (made) => made.Rests, empty('rests'));

/** What the fight rests on, in one light; pressed, it says it. @param {{table: Table, trust: Trust}} props */
export function Lamp({ table, trust }) {
  const [open, setOpen] = useState(false);
  if (!table.plays.value) return null;
  const standing = trust.device?.standing.value ?? null;
  const { light, there, of } = standing ? lampOf(standing) : { light: '', there: 0, of: 0 };
  const alone = !trust.device ? words.trust.speaksForYou : trust.device.wrong.value ? words.trust.notHere : words.trust.looking;
  const told = !standing ? alone : standing.stopped ? words.trust.alarm : words.trust.devices(there, of);
  return html`<button class=${`lamp ${light}`} aria-expanded=${open} title=${words.trust.lamp} aria-label=${`${words.trust.lamp}: ${told}`} onClick=${() => setOpen(!open)}>
      <${Icon} name="shield" /><b>${told}</b></button>
    ${open && html`<${Rests} table=${table} trust=${trust} standing=${standing} present=${table.announced.seats.value} close=${() => setOpen(false)} />`}`;
}
