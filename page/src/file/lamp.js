import { html, useState } from '../../vendor/vendor.mjs';
import { Icon } from '../icons.js';
import { words } from '../strings/past.js';
import { wordFor } from '../strings/words.js';

/** @import { History } from '../history/history.js' */
/** @import { Verdict } from './checking.js' */

/** What the file shows of itself, and the way to all of it. @param {{verdict: Verdict | null, lines: Uint8Array, name: string}} props */
export function FileLamp({ verdict, lines, name }) {
  const [open, setOpen] = useState(false);
  const told = verdict ? verdict.verdict : words.past.checking;
  return html`<button class=${`lamp ${verdict?.light ?? ''}`} aria-expanded=${open} onClick=${() => setOpen(!open)}><${Icon} name="shield" /><span>${told}</span></button>
    ${open && verdict && html`<${Sheet} verdict=${verdict} lines=${lines} name=${name} close=${() => setOpen(false)} />`}`;
}

/** Below the top line: what is wrong, and from where on nothing is shown. @param {{verdict: Verdict | null, past: History}} props */
export function Fault({ verdict, past: { closed, first } }) {
  if (!verdict || (verdict.light !== 'bad' && closed === null)) return null;
  const bad = verdict.light === 'bad';
  const further = closed === null ? [] : [closed <= first ? words.past.unproved : words.past.closedFrom(closed)];
  return html`<section class=${`sits${bad ? ' bad' : ''}`} role="alert"><p><b>${verdict.verdict}</b> ${[...(bad ? verdict.why : []), ...further].join(' ')}</p></section>`;
}

/** @param {{verdict: Verdict, lines: Uint8Array, name: string, close: () => void}} props */
function Sheet({ verdict, lines, name, close }) {
  const { report } = verdict;
  /** @type {Map<string, number>} */
  const grades = new Map();
  for (const { grade } of report?.rolls ?? []) grades.set(grade, (grades.get(grade) ?? 0) + 1);
  const give = () => {
    const link = document.createElement('a');
    const address = URL.createObjectURL(new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (lines)]));
    Object.assign(link, { href: address, download: `${name}.ndjson` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
  };
  return html`<section class="rests" aria-label=${words.past.restsOn}>
    <div class="row"><h2 class="grow">${verdict.verdict}</h2><button class="btn bare icon" aria-label=${words.close} onClick=${close}><${Icon} name="close" /></button></div>
    ${verdict.why.length ? html`<ul>${verdict.why.map((each) => html`<li>${each}</li>`)}</ul>` : html`<p>${words.past.whole}</p>`}
    ${report && html`<dl><dt>${words.past.lines}</dt><dd>${report.lines}</dd><dt>${words.past.rolls}</dt><dd>${[...grades].map(([grade, n]) => `${n} ${wordFor(words.trust.gradeNames, grade)}`).join(', ') || words.none}</dd>
      <dt>${words.past.logKey}</dt><dd><code>${report.log_key ?? words.none}</code></dd><dt>${words.past.root}</dt><dd><code>${report.root}</code></dd><dt>${words.past.checkedBy}</dt><dd>${report.crypto}</dd></dl>`}
    <p class="soft small">${words.past.cannot}</p>
    <button class="btn" onClick=${give}><${Icon} name="file" />${words.past.linesFile}</button>
  </section>`;
}
