import { html, useState } from '../../vendor/vendor.mjs';
import { Icon } from '../icons.js';
import { words } from '../strings/words.js';
import { lampOf } from './grades.js';
import { Rests } from './rests.js';

/** @import { Table } from '../model/store.js' */
/** @import { Trust } from './seat.js' */

/** What the fight rests on, in one light; pressed, it says it. @param {{table: Table, trust: Trust}} props */
export function Lamp({ table, trust }) {
  const [open, setOpen] = useState(false);
  if (!table.plays.value) return null;
  const standing = trust.device?.standing.value ?? null;
  const { light, there, of } = standing ? lampOf(standing) : { light: '', there: 0, of: 0 };
  const alone = trust.device ? words.trust.looking : words.trust.speaksForYou;
  const told = !standing ? alone : standing.stopped ? words.trust.alarm : words.trust.devices(there, of);
  return html`<button class=${`lamp ${light}`} aria-expanded=${open} title=${words.trust.lamp} aria-label=${`${words.trust.lamp}: ${told}`} onClick=${() => setOpen(!open)}>
      <${Icon} name="shield" /><b>${told}</b></button>
    ${open && html`<${Rests} trust=${trust} standing=${standing} present=${table.awaited.seats.value} close=${() => setOpen(false)} />`}`;
}
