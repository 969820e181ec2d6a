import { html } from '../../vendor/vendor.mjs';
import { Icon, Mark } from '../icons.js';
import { initials, plain } from '../model/facts.js';
import { seatName } from '../model/seats.js';
import { english } from '../strings/english.js';
import { wordFor, words } from '../strings/words.js';
import { Lamp } from '../trust/lamp.js';
import { Showing } from '../watch/showing.js';
import { Forked, titleShown } from './title.js';
import { Turn } from './turn.js';

/** @import { Trust } from '../trust/seat.js' */
/** @import { View } from '../model/types.js' */
/** @import { Table } from '../model/store.js' */

/** The top line: what fight this is, whose turn it is, who is at the table. @param {{table: Table, view: View, trust: Trust, own: string[], keyOf: string, look: (moment: null) => void, more?: (() => void) | null}} props */
export function Top({ table, view, trust, own, keyOf, look, more = null }) {
  const seating = table.seating.value;
  return html`<header class="top">
    <a href="/" aria-label=${words.fights}><${Mark} /></a>
    <div class="row"><h1 class="title">${titleShown(view)}</h1><${Forked} view=${view} />
      <span class="where not-phone">${english(plain(view.system))} · ${words.line(view.version)}</span></div>
    <span class="grow"></span>
    <${Turn} view=${view} own=${table.mine.value ? own : null} until=${view.outcome ? null : table.announced.deadline.value} />
    <span class="grow not-phone"></span>
    <${Lamp} table=${table} trust=${trust} />
    ${seating && html`<div class="faces not-phone" role="group" aria-label=${words.atTable}>${seating.seats.map(({ seat, role }) => {
      const told = [seatName(view, seat), wordFor(words.roles, role), seat === seating.seat ? words.you : ''].filter(Boolean).join(', ');
      return html`<span class=${`${role === 'referee' ? 'gm' : ''}${seat === seating.seat ? ' on' : ''}`} role="img" aria-label=${told} title=${told}><bdi>${initials(seatName(view, seat))}</bdi></span>`;
    })}</div>`}
    ${table.plays.value && html`<div class="not-phone"><${Showing} encounter=${view.encounter} keyOf=${keyOf} /></div>`}
    ${more && html`<button class="btn bare icon" aria-label=${words.moreOf} onClick=${more}><${Icon} name="more" /></button>`}
    <button class="btn bare" aria-label=${words.lookBack} onClick=${() => look(null)}><${Icon} name="past" /><span class="t wide">${words.lookBack}</span></button>
  </header>`;
}
