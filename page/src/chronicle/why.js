import { html } from '../../vendor/vendor.mjs';
import { Roll } from '../dice/roll.js';
import { Icon } from '../icons.js';
import { named, titled } from '../model/facts.js';
import { toldUnder, toldUpTo } from '../history/story.js';
import { around, english, failedBy, term } from '../strings/english.js';
import { words } from '../strings/words.js';
import { marked } from './parts.js';

/** @import { Cause, Entry, View } from '../model/types.js' */
/** @import { Story } from './chronicle.js' */

/** Why a number is what it is: the lines behind it, oldest first. @param {{table: Story, view: View, contest?: ((line: number) => void) | null, leads: (at: number, why: string) => unknown, close: () => void}} props */
export function Why({ table, view, contest = null, leads, close }) {
  const now = table.why.value;
  if (!now) return null;
  const last = now.told?.chain[now.told.chain.length - 1];
  return html`<section class="why" aria-label=${words.why}>
    <h3><span class="grow">${title(now.asked, now.told?.value, view, table.entries.value)}</span>
      <button class="btn bare icon" aria-label=${words.close} onClick=${close}><${Icon} name="close" /></button></h3>
    ${now.failed && html`<p>${failedBy(now.failed)}</p>`}
    ${!now.told && !now.failed && html`<p class="soft">${words.loading}</p>`}
    ${now.told && html`<ol>${now.told.chain.map((cause) => html`<${Step} key=${cause.n} cause=${cause} view=${view} line=${toldUnder(table.entries.value, cause.n)} />`)}</ol>`}
    ${now.told && (now.told.earlier ?? null) !== null && html`<div class="row"><button class="btn bare" onClick=${() => void table.explain(now.asked, now.told?.earlier ?? undefined)}>${words.earlierChanges}</button></div>`}
    ${last && html`<div class="row wrap">${contest && html`<button class="btn" onClick=${() => contest(toldUnder(table.entries.value, last.n))}><${Icon} name="flag" /> ${words.contest}</button>`}${leads(toldUpTo(table.entries.value, last.n), now.asked)}</div>`}
  </section>`;
}

/** @param {string} asked @param {unknown} value @param {View} view @param {Entry[]} entries */
function title(asked, value, view, entries) {
  if (/^\d+$/.test(asked)) return words.whyLine(String(toldUnder(entries, Number(asked))));
  const [who = '', what = ''] = asked.split('.');
  const known = what ? around(words.whose, named(view, who), term(what)) : term(who);
  return around(words.whyIs, known, value === undefined ? '…' : typeof value === 'number' ? value : english(String(value)));
}

/** @param {{cause: Cause, view: View, line: number}} props */
function Step({ cause, view, line }) {
  const [before, after] = [Number(cause.before), Number(cause.after)];
  const change = cause.before !== null && Number.isFinite(before) && Number.isFinite(after) ? after - before : 0;
  const text = cause.text.replace(/^Line \d+(?:, from command \d+ of seat \S+)?: /, '').replace(/ \((?:[A-Z]{2,6}-\w+(?:, )?)+\)\.?$/, '.');
  return html`<li><span class="to">${cause.after === null || typeof cause.after === 'object' ? '' : typeof cause.after === 'number' ? cause.after : english(String(cause.after))}
      ${change !== 0 && html`<small class=${change < 0 ? 'harm' : 'heal'}>${change < 0 ? '−' : '+'}${Math.abs(change)}</small>`}</span>
    <span lang="en">${marked(text, view).map((part) => (part.who ? html`<b>${named(view, part.who)}</b>` : part.text))}
      ${cause.dice.map((rolled) => html` <${Roll} view=${view} rolled=${rolled} />`)}
      <small lang=${words.language}> ${words.line(line)}${cause.rules.length ? ' · ' : ''}${cause.rules.map((rule, index) => html`${index ? ', ' : ''}<abbr lang="en" title=${rule.statement}>${titled(rule.id).replace(/ (?=\d)/, '-')}</abbr>`)}</small></span></li>`;
}
