import { html, useMemo } from '../../vendor/vendor.mjs';
import { spokenEntry } from '../chronicle/parts.js';
import { plain } from '../model/facts.js';
import { decisive, inAll } from '../history/ways.js';
import { english } from '../strings/english.js';
import { percent, signedPoints } from '../strings/numbers.js';
import { words } from '../strings/past.js';

/** @import { Decisive } from '../history/ways.js' */
/** @import { Clock } from './clock.js' */
/** @import { Foretold } from './foretelling.js' */

/** Less luck than this is none, as it is written. */
const WORTH_SAYING = 0.005;

/** The commands that moved a chance most, and what the dice gave each side in all; while a judge learns, how far it is. @param {{clock: Clock, foretold: Foretold}} props */
export function Swings({ clock, foretold: { told, learning, why } }) {
  const said = words.past.chances;
  const found = useMemo(() => (told ? { decisive: decisive(told), inAll: inAll(told) } : null), [told]);
  if (!told && !learning && !why) return null;
  return html`<details class="why luck swings"><summary>${said.title}</summary>
    ${learning && html`<p class="soft small" role="status">${said.learning(learning.learnt, learning.of)}</p>`}
    ${why && html`<p class="soft small" lang="en">${why}</p>`}
    ${told && found && html`<p class="soft small">${said.how(told.foresight.fights, String(Math.round(100 * told.foresight.skill)))}</p>
      <ol>${found.decisive.map((each) => html`<${Key} key=${each.n} clock=${clock} each=${each} />`)}</ol>
      <table><thead><tr><th scope="col">${said.side}</th><th scope="col" class="to-right">${said.first}</th><th scope="col" class="to-right">${said.last}</th><th scope="col" class="to-right">${said.dice}</th><th scope="col" class="to-right">${said.rest}</th></tr></thead>
      <tbody>${found.inAll.map(({ side, before, after, luck, rest }) => html`<tr key=${side}><th scope="row">${english(plain(side))}</th>
        <td class="to-right">${percent(before)}</td><td class="to-right">${percent(after)}</td><td class="to-right">${signedPoints(luck)}</td><td class="to-right">${signedPoints(rest)}</td></tr>`)}</tbody></table>`}
  </details>`;
}

/** One command that moved a chance much: it leads there. @param {{clock: Clock, each: Decisive}} props */
function Key({ clock, each: { n, last, side, before, after, luck } }) {
  const entry = clock.past.entry(n);
  const said = words.past.chances;
  return html`<li><button class="num" aria-current=${clock.now.value === last ? 'true' : undefined} onClick=${() => clock.go(last)}>${words.line(n)}</button>
    <span><b>${english(plain(side))} ${percent(before)} → ${percent(after)}</b>${Math.abs(luck) >= WORTH_SAYING && html`, ${said.gave(signedPoints(luck))}`}
      ${entry && entry.n === n && html`<small class="o" lang="en">${spokenEntry(entry, clock.past.view(clock.past.count - 1))}</small>`}</span></li>`;
}
