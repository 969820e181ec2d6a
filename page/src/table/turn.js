import { html } from '../../vendor/vendor.mjs';
import { awaited, named, nameOf, plain } from '../model/facts.js';
import { around, capitalTerm, english, listed } from '../strings/english.js';
import { words } from '../strings/words.js';
import { Clock } from './clock.js';

/** @import { View } from '../model/types.js' */

/** Whose turn it is; that it is one's own is told at once, elsewhere. @param {{view: View, own: string[] | null, until: number | null}} props */
export function Turn({ view, own, until }) {
  return html`<div class=${`yours${own ? '' : ' theirs'}`} role="status" aria-live=${own ? 'off' : 'polite'}>${turnWords(view, own)}<${Clock} until=${until} /></div>`;
}

/** @param {View} view @param {string[] | null} own */
function turnWords(view, own) {
  const who = awaited(view).map((each) => (isOne(view, each) ? each : english(each)));
  if (view.outcome) return around(words.over, english([...new Set([view.winner, view.outcome])].flatMap((each) => (each ? plain(each) : [])).join(', ')));
  const others = (view.initiative.begins ?? []).map((each) => named(view, each)).filter((name) => !own?.includes(name));
  if (others.length) return mayBegin(others, own !== null);
  if (own) {
    const names = own.slice(0, 3).join(` ${words.or} `);
    return html`<span>${words.yourTurn}<span class="not-phone">${names ? `: ${names}${own.length > 3 ? ' …' : ''}` : ''}</span></span>`;
  }
  if (!who.length) return capitalTerm(view.initiative.phase);
  return around(view.initiative.pending.kind === 'turn' ? words.turnOf : words.waitsFor, listed(who, ` ${words.or} `));
}

/** Return who may begin where nobody is asked: whoever does so first. @param {string[]} others @param {boolean} own */
function mayBegin(others, own) {
  const told = `${others.slice(0, 3).join(` ${words.or} `)}${others.length > 3 ? ' …' : ''}`;
  return own ? html`<span>${words.youBegin}<span class="not-phone">, ${words.or} ${told}</span></span>` : words.mayBegin(told);
}

/** Return whether it is the name of somebody who fights, or of a seat that plays them, and no word of the rules. @param {View} view @param {string} name */
function isOne(view, name) {
  return view.combatants.some((each) => each.controller === name || nameOf(each) === name);
}
