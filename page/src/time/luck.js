import { html, useMemo } from '../../vendor/vendor.mjs';
import { named, sideOf } from '../model/facts.js';
import { english } from '../strings/english.js';
import { decimal, percent } from '../strings/numbers.js';
import { words } from '../strings/past.js';

/** @import { History, Lot, Luck as Told } from '../history/history.js' */
/** @import { View } from '../model/types.js' */

/** Of fewer rolls nothing is said. */
const FEWEST = 5;

/** How lucky everybody's dice were in the whole fight, beside where fair dice mostly stay. @param {{past: History, view: View}} props */
export function Luck({ past, view }) {
  const { luck } = past.bundle;
  const lots = useMemo(() => (luck ? [...luck.sides, ...apart(luck)] : []), [luck]);
  if (!lots.length) return null;
  const sides = new Set(luck?.sides.map((each) => each.id));
  return html`<details class="why luck"><summary>${words.past.luck.title}</summary>
    <p class="soft small">${words.past.luck.how}</p>
    <table><thead><tr><th scope="col"><span class="sr">${words.past.luck.who}</span></th><th scope="col">${words.past.luck.luck}</th><th scope="col"><span class="sr">${words.past.luck.fair}</span></th><th scope="col">${words.past.luck.rolls}</th></tr></thead>
    <tbody>${lots.map((lot) => html`<${Row} key=${lot.id} lot=${lot} name=${sides.has(lot.id) ? english(lot.name) : named(view, lot.id)} side=${colour(view, lot.id)} />`)}</tbody></table>
  </details>`;
}

/** @param {{lot: Lot, name: unknown, side: number | null}} props */
function Row({ lot: { fortune }, name, side }) {
  const { luck, low, high, rolls, chance } = fortune;
  if (rolls < FEWEST) return html`<tr><th scope="row">${name}</th><td colspan="2" class="soft">${words.past.luck.few}</td><td class="to-right">${rolls}</td></tr>`;
  const told = words.past.luck.often(percent(chance));
  return html`<tr><th scope="row">${name}</th><td class="to-right"><b>${decimal(luck)}</b></td>
    <td><svg viewBox="0 0 100 14" role="img" aria-label=${`${words.past.luck.range(decimal(low), decimal(high))}; ${told}`} class=${side === null ? '' : `s${side}`}><title>${told}</title>
      <line x1="0" x2="100" y1="7" y2="7" /><rect x=${low} width=${high - low} y="3" height="8" rx="2" /><line class="mid" x1="50" x2="50" y1="1" y2="13" /><circle cx=${Math.max(3, Math.min(97, luck))} cy="7" r="3.2" /></svg></td>
    <td class="to-right">${rolls}</td></tr>`;
}

/** Return the combatants who are no side by themselves, those of whom something is said first. @param {Told} luck */
function apart({ combatants, sides }) {
  const alone = combatants.filter((each) => !sides.some((side) => side.id === each.id));
  const [enough, few] = [alone.filter(({ fortune }) => fortune.rolls >= FEWEST), alone.filter(({ fortune }) => fortune.rolls < FEWEST)];
  return [...enough, ...few];
}

/** Return the number of the side of somebody, or of a side; null where there is none. @param {View} view @param {string} id */
function colour(view, id) {
  const one = view.combatants.find((each) => each.id === id || each.side === id);
  return one ? sideOf(view, one) : null;
}
