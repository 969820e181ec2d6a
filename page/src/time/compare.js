import { html, useMemo } from '../../vendor/vendor.mjs';
import { Icon } from '../icons.js';
import { named, plain } from '../model/facts.js';
import { differing } from '../history/differing.js';
import { around, english, term } from '../strings/english.js';
import { words } from '../strings/past.js';

/** @import { Change, Differing } from '../history/differing.js' */
/** @import { View } from '../model/types.js' */
/** @import { Clock } from './clock.js' */

/** Two moments beside each other: every value that differs, with the lines that made it so. @param {{clock: Clock}} props */
export function Compare({ clock }) {
  const { past, now, other, index } = clock;
  const versus = other.value;
  const [since, upto] = [Math.min(versus ?? 0, now.value), Math.max(versus ?? 0, now.value)];
  const found = useMemo(() => (versus === null ? [] : differing(past, since, upto)), [past, versus, since, upto]);
  if (versus === null) return null;
  const view = past.view(index.value);
  const { round } = past.view(past.index(versus)).initiative;
  return html`<section class="why compare" aria-label=${words.past.two}>
    <h3><span class="grow">${words.past.between(since, upto)}</span><span class="tag turn">B: ${words.past.line(versus)}${round === null ? '' : ` · ${words.inRound(round)}`}</span>
      <button class="btn bare icon" aria-label=${words.close} onClick=${() => (other.value = null)}><${Icon} name="close" /></button></h3>
    ${found.length ? html`<ol>${found.map((each) => html`<${Row} key=${`${each.who} ${each.what}`} each=${each} view=${view} clock=${clock} />`)}</ol>` : html`<p class="soft">${words.past.alike}</p>`}
  </section>`;
}

/** @param {{each: Differing, view: View, clock: Clock}} props */
function Row({ each, view, clock }) {
  const { before, after, changes } = each;
  const by = typeof before === 'number' && typeof after === 'number' ? after - before : null;
  return html`<li><span class="to">${by === null ? '' : String(after)}${by !== null && html`<small class=${by < 0 ? 'harm' : 'heal'}>${signed(by)}</small>`}</span>
    <span><b>${named(view, each.who)}</b> · ${term(each.what)}: ${around(words.past.was, shown(before))}${by === null && html`, <b>${around(words.past.is, shown(after))}</b>`}
      <small class="by-lines">${changes.map((change) => html`<button key=${change.n} class="num" onClick=${() => clock.go(change.n)}>${lineWords(change)}</button>`)}</small></span></li>`;
}

/** @param {Change} change */
function lineWords({ n, before, after }) {
  const by = typeof before === 'number' && typeof after === 'number' ? ` ${signed(after - before)}` : '';
  return `${words.line(n)}${by}`;
}

/** @param {number} by */
function signed(by) {
  return by < 0 ? `−${Math.abs(by)}` : `+${by}`;
}

/** @param {unknown} value */
function shown(value) {
  return value === null || value === '' ? words.past.none : typeof value === 'number' ? value : english(plain(String(value)));
}
