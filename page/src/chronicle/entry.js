import { html, useState } from '../../vendor/vendor.mjs';
import { Roll } from '../dice/roll.js';
import { Icon } from '../icons.js';
import { disputesOf } from '../history/flags.js';
import { sideOf } from '../model/facts.js';
import { seatName, seatNames } from '../model/seats.js';
import { english } from '../strings/english.js';
import { wordFor, words } from '../strings/words.js';
import { calledThen, plainText, spokenEntry, told } from './parts.js';

/** @import { People } from '../model/people.js' */
/** @import { Dispute, Entry as Told, Part, View } from '../model/types.js' */

/** What shows how the rolls of a line are proved. @typedef {((line: number) => void) | null} Prove */
/** Somebody or a place that is named. @typedef {{who: string} | {at: string}} Pointed */

/**
 * One command and what it did: prose, then the dice.
 * @param {{entry: Told, view: View, on: boolean, going?: boolean, menu?: ((entry: Told, close: () => void) => unknown) | undefined, people?: People | null, ask: (value: string, at: number) => void, point: (what: Pointed) => void, prove?: Prove, disputes: Dispute[], rewind?: Told | undefined, later?: boolean, go?: (n: number) => void}} props
 */
export function Entry({ entry, view, on, ask, point, going = false, menu, people = null, prove = null, disputes, rewind, later = false, go }) {
  const drawn = (/** @type {Part[]} */ parts) => sentence(parts, { view, entry, ask, point });
  const [open, setOpen] = useState(false);
  const { head, details } = told(entry, view);
  const kind = [on ? 'on' : '', going ? 'going' : '', entry.undone_by === null ? '' : 'undone', entry.words ? 'said' : '', later ? 'later' : '', entry.only ? 'secret' : ''].join(' ');
  const many = details.length > 2;
  return html`<li class=${kind} data-n=${entry.n} id=${`line-${entry.n}`} onClick=${go && (() => go(entry.last))}>
    ${menu ? html`<button class="no" aria-expanded=${open ? 'true' : 'false'} aria-label=${words.aboutLine(entry.n)} onClick=${() => setOpen(!open)}>${entry.n}</button>`
      : html`<span class="no">${entry.n}</span>`}
    ${open && menu?.(entry, () => setOpen(false))}
    <p class="prose" lang="en">${drawn(head)}${!many && details.map((each) => html` ${drawn(each)}`)}</p>
    ${many && html`<ul class="then" lang="en">${details.map((each) => html`<li>${drawn(each)}</li>`)}</ul>`}
    ${entry.dice.length > 0 && html`<div class="rolls">${entry.dice.map((rolled, index) => html`
      <${Roll} view=${view} rolled=${rolled} whose=${entry.dice.length > 1 && rolled.by !== entry.dice[index - 1]?.by} />`)}
      ${prove && entry.dice.some(({ source }) => source === 'ledger') && html`<button class="proof" aria-label=${words.proofOf(entry.n)} onClick=${(/** @type {Event} */ event) => (event.stopPropagation(), prove(entry.n))}><${Icon} name="shield" /></button>`}</div>`}
    ${entry.only && html`<p class="small only">${readers(entry, view)}</p>`}
    ${entry.rulings > 0 && html`<p><span class="tag ruled">§ ${words.ruled}</span></p>`}
    ${disputesOf(disputes, entry.n, entry.last).map((each) => html`<${Flag} key=${each.line} view=${view} each=${each} show=${people && people.disputes.show} />`)}
    ${entry.undone_by !== null && html`<p class="small soft">${words.undone(entry.undone_by)}${rewind && html` ${english(`${spokenEntry(rewind, view)}.`)}`}</p>`}
  </li>`;
}

/** That a line is contested, or was: where there is a sheet of that, it opens it. @param {{view: View, each: Dispute, show: ((line: number) => Promise<void>) | null}} props */
function Flag({ view, each, show }) {
  const told = html`<${Icon} name="flag" /> ${words.flagged(seatName(view, each.by), wordFor(words.flags, each.result ?? 'open'))}`;
  return show ? html`<button class="tag flag" onClick=${() => void show(each.line)}>${told}</button>` : html`<p><span class="tag flag">${told}</span></p>`;
}

/** Return who may read an entry that not all may, in words. @param {Told} entry @param {View} view */
function readers(entry, view) {
  const all = new Set([entry.seat ?? '', ...(entry.only ?? [])].filter(Boolean));
  return all.size > 1 ? words.onlyFor(seatNames(view, [...all])) : words.onlyYou;
}

/** What the parts of a sentence are drawn with. @typedef {{view: View, entry: Told, ask: (value: string, at: number) => void, point: (what: Pointed) => void}} With */

/** @param {Part[]} parts @param {With} given */
function sentence(parts, given) {
  const ends = /[.!?”]$/.test(parts[parts.length - 1]?.text ?? '');
  return clinging(ends ? parts : [...parts, { text: '.' }]).map(({ part, sign }, index) => {
    const drawn = drawnPart(part, index, given);
    return sign ? html`<span class="together">${drawn}${sign}</span>` : drawn;
  });
}

/** Return parts, a number with the sign after it: no line of a sentence begins with a stop. @param {Part[]} parts @returns {{part: Part, sign: string}[]} */
function clinging(parts) {
  const signs = parts.map((part, index) => (parts[index - 1]?.why ? (/^[.,;:!?)]+/.exec(part.text ?? '')?.[0] ?? '') : ''));
  return parts.map((part, index) => ({ part: { ...part, text: (part.text ?? '').slice(signs[index]?.length) }, sign: signs[index + 1] ?? '' }));
}

/** @param {Part} part @param {number} index @param {With} given */
function drawnPart(part, index, { view, entry, ask, point }) {
  const { who, place, why } = part;
  if (who) {
    const each = view.combatants.find((one) => one.id === who);
    return html`<bdi class=${`who s${each ? sideOf(view, each) : 0}`} ...${pressed(() => point({ who }))}>${calledThen(part, view)}</bdi>`;
  }
  const text = plainText(part.text ?? '');
  if (why) {
    const change = part.less === undefined ? '' : part.less ? ' harm' : ' heal';
    return html`<button class=${`num${change}`} lang=${words.language} aria-label=${`${text}: ${words.why}`} onClick=${(/** @type {Event} */ event) => (event.stopPropagation(), ask(why, part.at ?? entry.last))}>${text}</button>`;
  }
  // A rank is each side's: its name alone leads nowhere.
  if (place) return view.board.kind === 'ranks' ? html`<bdi>${text}</bdi>` : html`<bdi ...${pressed(() => point({ at: place }))}>${text}</bdi>`;
  return html`<span>${index === 0 ? text.charAt(0).toUpperCase() + text.slice(1) : text}</span>`;
}

/** Return what makes words within a sentence a button: a line may end between them, as in all of it. @param {() => void} act */
function pressed(act) {
  const done = (/** @type {Event} */ event) => (event.stopPropagation(), act());
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    done(event);
  };
  return { role: 'button', tabindex: 0, onClick: done, onKeyDown: key };
}
