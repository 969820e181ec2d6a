import { html } from '../../vendor/vendor.mjs';
import { named, plain } from '../model/facts.js';
import { wordFor, words } from '../strings/words.js';
import { Die } from './die.js';

/** @import { Rolled, View } from '../model/types.js' */

/**
 * Return each die of a roll with its kind and how it is drawn: those that were not kept fade, parts of a pool differ.
 * @param {Rolled} rolled
 */
export function dice(rolled) {
  const kinds = [...rolled.dice.matchAll(/(\d*)d(\d+)/g)].flatMap(([, n, sides]) => Array(Number(n || 1)).fill(Number(sides)));
  const parts = Object.entries(rolled.pool).flatMap(([part, n]) => Array(Math.max(0, n)).fill(part));
  const left = [...rolled.keep];
  return rolled.faces.map((face, index) => {
    const kept = left.indexOf(face);
    if (kept >= 0) left.splice(kept, 1);
    const out = rolled.keep.length > 0 && kept < 0;
    return { sides: kinds[index] ?? kinds[0] ?? 6, face, how: [out ? 'out' : '', parts[index] ?? ''].filter(Boolean).join(' ') };
  });
}

/** A roll as people read it: the dice, what is added, and the sum. @param {{view: View, rolled: Rolled, whose?: boolean}} props */
export function Roll({ view, rolled, whose = false }) {
  const { mod, total } = rolled;
  return html`<span class="dice" lang=${words.language}>
    ${whose && rolled.by && html`<span class="by">${named(view, rolled.by)}</span>`}
    ${dice(rolled).map((die) => html`<${Die} sides=${die.sides} face=${die.face} how=${die.how} />`)}
    ${mod !== 0 && html`<span>${mod > 0 ? '+' : '−'} ${Math.abs(mod)}</span>`}
    ${total !== null && rolled.faces.length + Math.abs(mod) > 1 && html`<span>= <b>${total}</b></span>`}
    ${rolled.mode && html`<span class="tag" lang="en">${plain(rolled.mode)}</span>`}
    ${rolled.source !== 'ledger' && html`<span class="tag">${wordFor(words.sources, rolled.source)}</span>`}
  </span>`;
}
