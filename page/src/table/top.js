import { html } from '../../vendor/vendor.mjs';
import { Icon, Mark } from '../icons.js';
import { awaited, nameOf, plain } from '../model/facts.js';
import { around, english, listed } from '../strings/english.js';
import { wordFor, words } from '../strings/words.js';
import { Clock } from './clock.js';
import { Lamp } from '../trust/lamp.js';
import { Showing } from '../watch/showing.js';

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
    <${Turn} view=${view} own=${table.mine.value ? own : null} until=${view.outcome ? null : table.awaited.deadline.value} />
    <span class="grow not-phone"></span>
    <${Lamp} table=${table} trust=${trust} />
    ${seating && html`<div class="faces not-phone" role="group" aria-label=${words.atTable}>${seating.seats.map(({ seat, role }) => {
      const told = [seat, wordFor(words.roles, role), seat === seating.seat ? words.you : ''].filter(Boolean).join(', ');
      return html`<span class=${`${role === 'referee' ? 'gm' : ''}${seat === seating.seat ? ' on' : ''}`} role="img" aria-label=${told} title=${told}><bdi>${seat.slice(0, 2)}</bdi></span>`;
    })}</div>`}
    ${table.plays.value && html`<div class="not-phone"><${Showing} encounter=${view.encounter} keyOf=${keyOf} /></div>`}
    ${more && html`<button class="btn bare icon" aria-label=${words.moreOf} onClick=${more}><${Icon} name="more" /></button>`}
    <button class="btn bare" aria-label=${words.past.look} onClick=${() => look(null)}><${Icon} name="past" /><span class="t wide">${words.past.look}</span></button>
  </header>`;
}

/** That a fight branched off from another one, wherever it is shown. @param {{view: View}} props */
export function Forked({ view }) {
  return view.fork ? html`<span class="tag warn not-phone">${words.past.fork(view.fork.n)}</span>` : null;
}

/** Return the title to show of a fight. @param {View} view */
export function titleOf(view) {
  return view.title || words.fightOf(plain(view.system));
}

/** Return the same, with the server's words marked. @param {View} view */
export function titleShown(view) {
  return view.title ? html`<bdi>${view.title}</bdi>` : html`<bdi lang=${words.language}>${around(words.fightOf, english(plain(view.system)))}</bdi>`;
}

/** Whose turn it is. @param {{view: View, own: string[] | null, until: number | null}} props */
export function Turn({ view, own, until }) {
  return html`<div class=${`yours${own ? '' : ' theirs'}`} role="status">${turnWords(view, own)}<${Clock} until=${until} /></div>`;
}

/** @param {View} view @param {string[] | null} own */
function turnWords(view, own) {
  const who = awaited(view).map((each) => (isOne(view, each) ? each : english(each)));
  if (view.outcome) return around(words.over, english(view.winner ? `${plain(view.winner)}, ${plain(view.outcome)}` : plain(view.outcome)));
  if (own) {
    const names = own.slice(0, 3).join(` ${words.or} `);
    return html`<span>${words.yourTurn}<span class="not-phone">${names ? `: ${names}${own.length > 3 ? ' …' : ''}` : ''}</span></span>`;
  }
  if (!who.length) return english(plain(view.initiative.phase));
  return around(view.initiative.pending.kind === 'turn' ? words.turnOf : words.waitsFor, listed(who, ` ${words.or} `));
}

/** Return whether it is the name of somebody who fights, or of a seat that plays them, and no word of the rules. @param {View} view @param {string} name */
function isOne(view, name) {
  return view.combatants.some((each) => each.controller === name || nameOf(each) === name);
}
