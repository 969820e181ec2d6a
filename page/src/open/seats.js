import { html } from '../../vendor/vendor.mjs';
import { Face } from '../board/token.js';
import { named } from '../model/facts.js';
import { seatName } from '../model/seats.js';
import { under } from '../model/under.js';
import { words } from '../strings/open.js';
import { wordFor } from '../strings/words.js';

/** @import { Draft } from './begin.js' */

/**
 * Who plays each seat: whoever begins, a bot of the server, or somebody who gets its link.
 * @typedef {Record<string, 'you' | 'bot' | 'link'>} Manned
 */

/** Return the seat whose key whoever begins keeps: their own, or else one that a bot plays. @param {Draft} draft @param {Manned} manned */
export function heldSeat(draft, manned) {
  const bots = draft.seats.filter((each) => under(manned, each.seat) === 'bot');
  return draft.seats.find((each) => under(manned, each.seat) === 'you') ?? bots.find((each) => each.role === 'referee') ?? bots[0];
}

/** Return the seats of which a link is shown: of those that nobody watches from as well. @param {Draft} draft @param {Manned} manned */
export function givenAway(draft, manned) {
  return draft.seats.filter((each) => (under(manned, each.seat) ?? 'link') === 'link');
}

/** Return who plays each seat at first: oneself the referee or the first, bots the others, and nobody watches. @param {Draft} draft @returns {Manned} */
export function mannedFirst(draft) {
  const own = draft.seats.find((each) => each.role === 'referee') ?? draft.seats[0];
  const playing = draft.seats.filter((each) => each.role !== 'spectator');
  return Object.fromEntries(playing.map((each) => [each.seat, each === own ? 'you' : 'bot']));
}

/** Return whether somebody only watches from a seat. @param {Draft} draft @param {string} seat */
function watches(draft, seat) {
  return draft.seats.some((each) => each.seat === seat && each.role === 'spectator');
}

/** Return who are played from a seat, by their names. @param {Draft} draft @param {Draft['seats'][number]} seat */
export function playedBy({ begins }, { plays }) {
  return plays.length > 0 && html`<bdi>${words.all(plays.map((who) => named(begins, who)))}</bdi>`;
}

/** @param {{draft: Draft, manned: Manned, change: (manned: Manned) => void}} props */
export function Seats({ draft, manned, change }) {
  const choose = (/** @type {string} */ seat, /** @type {'you' | 'bot' | 'link'} */ by) => {
    const others = by === 'you' ? Object.entries(manned).map(([name, how]) => [name, how === 'you' ? 'bot' : how]) : Object.entries(manned);
    /** @type {Manned} */
    const next = { ...Object.fromEntries(others), [seat]: by };
    // A link of whoever watches is given, or it is not.
    if (watches(draft, seat) && under(manned, seat) === by) delete next[seat];
    change(next);
  };
  return html`<section class="block" aria-labelledby="sits"><div class="hd"><h2 id="sits" class="grow">${words.whoSits}</h2></div>
    ${draft.seats.map((each) => html`<${Seat} key=${each.seat} draft=${draft} each=${each} by=${under(manned, each.seat)} choose=${choose} />`)}</section>`;
}

/** @param {{draft: Draft, each: Draft['seats'][number], by: 'you' | 'bot' | 'link' | undefined, choose: (seat: string, by: 'you' | 'bot' | 'link') => void}} props */
function Seat({ draft, each, by, choose }) {
  const first = draft.begins.combatants.find((one) => each.plays.includes(one.id) || one.controller === each.seat);
  /** @type {('you' | 'bot' | 'link')[]} */
  const how = watches(draft, each.seat) ? ['link'] : ['you', 'bot', 'link'];
  return html`<div class="seat">${first ? html`<${Face} view=${draft.begins} each=${first} />` : html`<span class="nobody" />`}
    <div><b>${seatName(draft.begins, each.seat)}</b> <span class="soft small">${wordFor(words.roles, each.role)}</span><div class="small soft">${playedBy(draft, each) || (each.role === 'referee' ? words.playsOthers : words.watches)}</div></div>
    <div class="seg" role="group" aria-label=${words.whoPlays(seatName(draft.begins, each.seat))}>
      ${how.map((one) => html`<button aria-pressed=${one === by} onClick=${() => choose(each.seat, one)}>${words.manned[one]}</button>`)}</div></div>`;
}
