import { html } from '../../vendor/vendor.mjs';
import { plain } from '../model/facts.js';
import { around, english } from '../strings/english.js';
import { words } from '../strings/words.js';

/** @import { View } from '../model/types.js' */

/** That a fight branched off from another one, wherever it is shown. @param {{view: View}} props */
export function Forked({ view }) {
  return view.fork ? html`<span class="tag warn not-phone">${words.forkedAt(view.fork.n)}</span>` : null;
}

/** Return the title to show of a fight. @param {View} view */
export function titleOf(view) {
  return view.title || words.fightOf(plain(view.system));
}

/** Return the same, with the server's words marked. @param {View} view */
export function titleShown(view) {
  return view.title ? html`<bdi>${view.title}</bdi>` : html`<bdi lang=${words.language}>${around(words.fightOf, english(plain(view.system)))}</bdi>`;
}
