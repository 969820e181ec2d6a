import { html } from '../../vendor/vendor.mjs';
import { named, plain } from '../model/facts.js';
import { awaited, isSide } from '../model/seats.js';
import { around, capitalTerm, english } from '../strings/english.js';
import { words } from '../strings/words.js';
import { Clock } from './clock.js';

/** @import { View } from '../model/types.js' */

/** Whose turn it is; that it is one's own is told at once, elsewhere. @param {{view: View, own: string[] | null, until: number | null}} props */
export function Turn({ view, own, until }) {
  return html`<div class=${`yours${own ? '' : ' theirs'}`} role="status" aria-live=${own ? 'off' : 'polite'}>${turnWords(view, own)}<${Clock} until=${until} /></div>`;
}

/** @param {View} view @param {string[] | null} own */
function turnWords(view, own) {
  const who = awaited(view).map((each) => (isSide(view, each) ? english(each) : each));
  if (view.outcome) return around(words.over, english([...new Set([view.winner, view.outcome])].flatMap((each) => (each ? plain(each) : [])).join(', ')));
  const others = (view.initiative.begins ?? []).map((each) => named(view, each)).filter((name) => !own?.includes(name));
  if (others.length) return mayBegin(others, own !== null);
  if (own) {
    const names = words.either(own.slice(0, 3));
    return html`<span>${words.yourTurn}<span class="not-phone">${names ? `: ${names}${own.length > 3 ? ' …' : ''}` : ''}</span></span>`;
  }
  if (!who.length) return capitalTerm(view.initiative.phase);
  return around(view.initiative.pending.kind === 'turn' ? words.turnOf : words.waitsFor, around((...each) => words.either(each), ...who));
}

/** Return who may begin where nobody is asked: whoever does so first. @param {string[]} others @param {boolean} own */
function mayBegin(others, own) {
  const told = `${words.either(others.slice(0, 3))}${others.length > 3 ? ' …' : ''}`;
  return own ? html`<span>${words.youBegin}<span class="not-phone">, ${words.or} ${told}</span></span>` : words.mayBegin(told);
}
