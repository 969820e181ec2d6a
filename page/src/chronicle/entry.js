import { html, useState } from '../../vendor/vendor.mjs';
import { Roll } from '../dice/roll.js';
import { Icon } from '../icons.js';
import { disputesOf } from '../history/disputes.js';
import { sideOf } from '../model/facts.js';
import { wordFor, words } from '../strings/words.js';
import { calledThen, plainText, told } from './parts.js';

/** @import { People } from '../model/people.js' */
/** @import { Entry as Told, Part, View } from '../model/types.js' */

/**
 * One command and what it did: prose, then the dice.
 * @param {{entry: Told, view: View, on: boolean, going?: boolean, menu?: ((entry: Told, close: () => void) => unknown) | undefined, people?: People | null, ask: (value: string, at: number) => void, later?: boolean, go?: (n: number) => void}} props
 */
export function Entry({ entry, view, on, ask, going = false, menu, people = null, later = false, go }) {
  const [open, setOpen] = useState(false);
  const { head, details } = told(entry, view);
  const kind = [on ? 'on' : '', going ? 'going' : '', entry.undone_by === null ? '' : 'undone', entry.kind === 'word' ? 'said' : '', later ? 'later' : '', entry.only ? 'secret' : ''].join(' ');
  const many = details.length > 2;
  return html`<li class=${kind} data-n=${entry.n} id=${`line-${entry.n}`} onClick=${go && (() => go(entry.last))}>
    ${menu ? html`<button class="no" aria-expanded=${open ? 'true' : 'false'} aria-label=${words.aboutLine(entry.n)} onClick=${() => setOpen(!open)}>${entry.n}</button>`
      : html`<span class="no">${entry.n}</span>`}
    ${open && menu?.(entry, () => setOpen(false))}
    <p class="prose" lang="en">${sentence(head, view, entry, ask)}${!many && details.map((each) => html` ${sentence(each, view, entry, ask)}`)}</p>
    ${many && html`<ul class="then" lang="en">${details.map((each) => html`<li>${sentence(each, view, entry, ask)}</li>`)}</ul>`}
    ${entry.dice.length > 0 && html`<div class="rolls">${entry.dice.map((rolled, index) => html`
      <${Roll} view=${view} rolled=${rolled} whose=${entry.dice.length > 1 && rolled.by !== entry.dice[index - 1]?.by} />`)}</div>`}
    ${entry.only && html`<p class="small only">${readers(entry)}</p>`}
    ${people && disputesOf(people.disputes.all.value, entry.n, entry.last).map((each) => html`<button key=${each.line} class="tag flag" onClick=${() => void people.disputes.show(each.line)}><${Icon} name="flag" /> ${words.flagged(each.by, wordFor(words.flags, each.result ?? 'open'))}</button>`)}
    ${entry.undone_by !== null && html`<p class="small soft">${words.undone(entry.undone_by)}</p>`}
  </li>`;
}

/** Return who may read an entry that not all may, in words. @param {Told} entry */
function readers(entry) {
  const all = new Set([entry.seat ?? '', ...(entry.only ?? [])].filter(Boolean));
  return all.size > 1 ? words.onlyFor([...all]) : words.onlyYou;
}

/** @param {Part[]} parts @param {View} view @param {Told} entry @param {(value: string, at: number) => void} ask */
function sentence(parts, view, entry, ask) {
  const ends = /[.!?”]$/.test(parts[parts.length - 1]?.text ?? '');
  return clinging(ends ? parts : [...parts, { text: '.' }]).map(({ part, sign }, index) => {
    const drawn = drawnPart(part, index, view, entry, ask);
    return sign ? html`<span class="together">${drawn}${sign}</span>` : drawn;
  });
}

/** Return parts, a number with the sign after it: no line of a sentence begins with a stop. @param {Part[]} parts @returns {{part: Part, sign: string}[]} */
function clinging(parts) {
  const signs = parts.map((part, index) => (parts[index - 1]?.why ? (/^[.,;:!?)]+/.exec(part.text ?? '')?.[0] ?? '') : ''));
  return parts.map((part, index) => ({ part: { ...part, text: (part.text ?? '').slice(signs[index]?.length) }, sign: signs[index + 1] ?? '' }));
}

/** @param {Part} part @param {number} index @param {View} view @param {Told} entry @param {(value: string, at: number) => void} ask */
function drawnPart(part, index, view, entry, ask) {
  if (part.who) {
    const each = view.combatants.find((one) => one.id === part.who);
    const name = calledThen(part, view);
    return html`<bdi class=${`who s${each ? sideOf(view, each) : 0}`}>${name}</bdi>`;
  }
  const text = plainText(part.text ?? '');
  const { why } = part;
  if (why) {
    const change = part.less === undefined ? '' : part.less ? ' harm' : ' heal';
    return html`<button class=${`num${change}`} lang=${words.language} aria-label=${`${text}: ${words.why}`} onClick=${(/** @type {Event} */ event) => (event.stopPropagation(), ask(why, part.at ?? entry.last))}>${text}</button>`;
  }
  if (part.place) return html`<bdi>${text}</bdi>`;
  return html`<span>${index === 0 ? text.charAt(0).toUpperCase() + text.slice(1) : text}</span>`;
}
