import { html } from '../../vendor/vendor.mjs';
import { placeName } from '../board/cursor.js';
import { Face } from '../board/token.js';
import { nameOf } from '../model/facts.js';
import { words } from '../strings/open.js';

/** @import { View } from '../model/types.js' */

/** Everybody who can be moved, and where they stand: pressed, they are taken to be put elsewhere. @param {{view: View, places: Record<string, string>, picked: string | null, choose: (who: string) => void}} props */
export function People({ view, places, picked, choose }) {
  const people = view.combatants.filter((each) => Object.hasOwn(places, each.id));
  if (!people.length) return null;
  return html`<ul class="movables" aria-label=${words.whoStandsWhere}>${people.map((each) => html`<li key=${each.id}>
    <button class="btn" aria-pressed=${each.id === picked} onClick=${() => choose(each.id)}><${Face} view=${view} each=${each} />
      <span><bdi>${nameOf(each)}</bdi> <span class="small soft">${each.at ? placeName(view, each.at) : words.noPlace}</span></span></button></li>`)}</ul>`;
}
