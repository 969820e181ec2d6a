import { html, useEffect, useState } from '../../vendor/vendor.mjs';
import { marked } from '../chronicle/parts.js';
import { Roll } from '../dice/roll.js';
import { named } from '../model/facts.js';
import { seatName } from '../model/seats.js';
import { toldUnder } from '../history/story.js';
import { capitalTerm, english, failedBy } from '../strings/english.js';
import { words } from '../strings/sheets.js';
import { wordFor } from '../strings/words.js';
import { Overrule } from './overrule.js';
import { Side } from './side.js';

/** @import { DisputeInFull, Entry, Seating, View } from '../model/types.js' */
/** @import { Disputes } from '../history/disputes.js' */
/** @import { Chip } from '../offers/chips.js' */
/** @import { Overruling } from './overrule.js' */

/** A dispute with what was said of it, what bears on the line, and how it may end. @param {{disputes: Disputes, view: View, entries: Entry[], seating: Seating | null, overrules: Chip[], beside: () => Promise<void>}} props */
export function Dispute({ disputes, view, entries, seating, overrules, beside }) {
  const told = disputes.shown.value;
  useEffect(() => void beside(), [told?.line]);
  if (!told) return null;
  const judge = seating?.seats.find((each) => each.role === 'referee');
  const plays = seating !== null && seating.role !== 'spectator';
  const ways = judge ? overrules.map(({ who, by, fields }) => ({ who, by, whats: (fields.find(({ name }) => name === 'what')?.values ?? []).map(String) }))
    : Object.entries(told.overrides).map(([who, whats]) => ({ who, by: 'table', whats }));
  const may = told.settled === null && plays && (!judge || judge.seat === seating.seat);
  return html`<${Side} title=${words.disputeOf(toldUnder(entries, told.of))} label=${words.dispute} close=${disputes.hide}>
    <p><b><bdi>${seatName(view, told.by)}</bdi></b>: <q><bdi>${told.reason}</bdi></q></p>
    ${told.words.map((word) => html`<p key=${word.line}><b><bdi>${seatName(view, word.seat)}</bdi></b> ${wordFor(words.wouldHave, word.result)}: <q><bdi>${word.reason}</bdi></q></p>`)}
    ${told.settled !== null && html`<p class="tag">${words.inLine(wordFor(words.settled, told.result ?? ''), told.settled)}</p>`}
    <${Evidence} told=${told} view=${view} />
    ${may && html`<${Ends} disputes=${disputes} told=${told} view=${view} overrules=${ways} alone=${judge !== undefined} others=${seating.seats.filter(({ seat, role }) => role !== 'spectator' && seat !== seating.seat).map(({ seat }) => seat)} />`}
    ${!may && told.settled === null && judge && html`<p class="soft">${words.waitsFor(seatName(view, judge.seat))}</p>`}
    ${disputes.failed.value && html`<p class="warned" role="alert">${failedBy(disputes.failed.value)}</p>`}
  <//>`;
}

/** Return a sentence without the rules behind it, which stand below. @param {string} text */
function bare(text) {
  return text.replace(/^(Line \d+), from command \d+ of seat \S+: /, '$1: ').replace(/ \((?:[A-Z]{2,6}-\w+(?:, )?)+\)\.?$/, '.');
}

/** @param {{told: DisputeInFull, view: View}} props */
function Evidence({ told, view }) {
  const { evidence } = told;
  const save = () => {
    const file = URL.createObjectURL(new Blob([JSON.stringify(told, null, 1)], { type: 'application/json' }));
    const link = Object.assign(document.createElement('a'), { href: file, download: `dispute-${told.line}.json` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(file), 1000);
  };
  return html`<div class="evidence"><h3>${words.evidence}</h3>
    <ul lang="en">${evidence.why.chain.map((cause) => html`<li key=${cause.n}>${marked(bare(cause.text), view).map((part) => (part.who ? html`<b>${named(view, part.who)}</b>` : part.text))}</li>`)}</ul>
    ${evidence.dice.map((rolled) => html`<p><${Roll} view=${view} rolled=${rolled} whose=${true} /></p>`)}
    ${evidence.typed.map((typed) => html`<p key=${typed.line}>${words.typedBy(seatName(view, typed.seat))} ${typed.faces.join(' ')} ${Object.entries(typed.said).map(([seat, verdict]) => html`<span class="tag"><bdi>${seatName(view, seat)}</bdi>: ${english(verdict)}</span>`)}</p>`)}
    ${evidence.undone_by !== null && html`<p class="warned">${words.undone(evidence.undone_by)}</p>`}
    <details><summary>${words.rules}</summary><ul class="small" lang="en">${evidence.rules.map((rule) => html`<li key=${rule.id}><b>${rule.id}</b> ${rule.statement}</li>`)}</ul></details>
    <button class="btn" onClick=${save}>${words.saveEvidence}</button></div>`;
}

/** @param {{disputes: Disputes, told: DisputeInFull, view: View, overrules: Overruling[], alone: boolean, others: string[]}} props */
function Ends({ disputes, told, view, overrules, alone, others }) {
  const [reason, setReason] = useState('');
  const [correcting, setCorrecting] = useState(false);
  const busy = disputes.sending.value;
  const end = (/** @type {string} */ result) => void disputes.settle(told.line, result, reason);
  const correct = (/** @type {Record<string, unknown>} */ said) => {
    const action = { do: 'override', by: said['by'] ?? 'table', ...said, dispute: told.line };
    void (alone ? disputes.correct(told.line, action) : disputes.agree(told.line, String(said['reason']), action, others));
  };
  return html`<div class="ends"><h3>${alone ? words.howItEnds : words.howItShouldEnd}</h3>
    ${!correcting && html`<label class="field"><span>${words.reason}</span><input class="typed" maxlength="500" value=${reason} placeholder=${words.whyThus}
      onInput=${(/** @type {InputEvent} */ event) => setReason(/** @type {HTMLInputElement} */ (event.target).value)} /></label>
    <div class="row wrap"><button class="btn" disabled=${!reason.trim() || busy} onClick=${() => end('stands')}>${words.itStands}</button>
      ${told.evidence.undone_by !== null && html`<button class="btn" disabled=${!reason.trim() || busy} onClick=${() => end('rewound')}>${words.itWasTakenBack}</button>`}
      ${told.corrected !== null && alone && html`<button class="btn go" disabled=${!reason.trim() || busy} onClick=${() => end('corrected')}>${words.itIsCorrected}</button>`}
      ${overrules.length > 0 && html`<button class="btn go" onClick=${() => setCorrecting(true)}>${words.overrule}</button>`}</div>`}
    ${correcting && html`<${Overrule} view=${view} overrules=${overrules} busy=${busy} said=${correct} cancel=${() => setCorrecting(false)} />`}
    ${!alone && told.words.flatMap((word) => (word.action && others.includes(word.seat) ? [word] : [])).map((word) => html`<button key=${word.line} class="btn" disabled=${busy}
      onClick=${() => void disputes.agree(told.line, word.reason, word.action ?? {}, others)}>${words.sameAs(seatName(view, word.seat))}: ${capitalTerm(String(word.action?.['what']))} ${english(String(word.action?.['value']))}</button>`)}</div>`;
}
