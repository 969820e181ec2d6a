import { html } from '../../vendor/vendor.mjs';
import { whereabouts } from '../board/cursor.js';
import { words } from '../strings/words.js';

/** @import { View } from '../model/types.js' */

/** Who is where, as a table: the board for those who read it; `main` where nothing else is shown. @param {{view: View, main?: boolean}} props */
export function Whereabouts({ view, main = false }) {
  return html`<section class="people" tabindex="0" role=${main ? 'main' : 'region'} aria-label=${words.whereIs}><table>
    <caption>${words.whereIs}</caption>
    <thead><tr><th scope="col">${words.who}</th><th scope="col">${words.place}</th><th scope="col">${words.how}</th></tr></thead>
    <tbody>${whereabouts(view).map((each) => html`<tr key=${each.id}><th scope="row"><bdi>${each.name}</bdi></th><td>${each.at}</td><td>${each.how}</td></tr>`)}</tbody>
  </table></section>`;
}
