import { html } from '../../vendor/vendor.mjs';
import { around, term } from '../strings/english.js';
import { words } from '../strings/words.js';

/** @import { View } from '../model/types.js' */

/** That one side alone is left, in a fight that goes on until it is ended, and what whoever may end it presses. @param {{view: View, children?: unknown}} props */
export function AloneLeft({ view, children }) {
  const side = view.initiative.decided;
  return side && html`<section class="say decided" role="status"><div class="grow"><p class="q">${around(words.aloneLeft, term(side))}</p>
      <p class="o">${words.goesOnUntil}</p></div>${children}</section>`;
}
