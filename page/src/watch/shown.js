import { html, useEffect, useState } from '../../vendor/vendor.mjs';
import { Icon } from '../icons.js';
import { call } from '../model/call.js';
import { failure } from '../model/failing.js';
import { failedBy } from '../strings/english.js';
import { words } from '../strings/words.js';
import { OnlyHere } from '../table/onlyhere.js';

/** @import { Failure } from '../model/types.js' */

/** How far a fight is shown. @type {('none' | 'live' | 'replay')[]} */
const WAYS = ['none', 'live', 'replay'];

/** The switch by which a host shows the fight to everybody, with the address to give away. @param {{encounter: string, keyOf: string, close: () => void}} props */
export function Shown({ encounter, keyOf, close }) {
  const [way, setWay] = useState('none');
  const [told, setTold] = useState(/** @type {Failure | null} */ (null));
  const path = `/api/encounters/${encounter}/public`;
  const ask = (/** @type {unknown} */ body) => call(path, { key: keyOf, ...(body ? { body } : {}) }).then(
    (/** @type {{public: string}} */ shown) => {
      setWay(shown.public);
      setTold(null);
    },
    (problem) => setTold(failure(problem)),
  );
  useEffect(() => void ask(null), []);
  const link = `${location.origin}/r/${encounter}`;
  return html`<section class="rests" aria-label=${words.watch.show}>
      <div class="row"><h2 class="grow">${words.watch.show}</h2><button class="btn bare icon" aria-label=${words.close} onClick=${close}><${Icon} name="close" /></button></div>
      <p class="soft">${words.watch.how}</p>
      <div class="seg" role="group" aria-label=${words.watch.show}>${WAYS.map((each) => html`<button key=${each} aria-pressed=${String(way === each)} onClick=${() => ask({ public: each })}>${words.watch[each]}</button>`)}</div>
      <p class="bad" role="status">${failedBy(told)}</p>
      ${way !== 'none' && html`<${OnlyHere} link=${link} /><${Address} label=${words.watch.link} text=${link} /><${Address} label=${words.watch.frame} text=${`<iframe src="${link}?embed" width="100%" height="640"></iframe>`} />`}
    </section>`;
}

/** @param {{label: string, text: string}} props */
function Address({ label, text }) {
  const [copied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard?.writeText(text).then(() => setCopied(true), () => {});
  return html`<div class="small"><span aria-hidden="true">${label}</span><span class="row"><input class="shared" aria-label=${label} readonly value=${text} onFocus=${(/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select()} />
    ${navigator.clipboard && html`<button class="btn" onClick=${copy}>${copied ? words.copied : words.copy}<span class="sr"> ${label}</span></button>`}</span></div>`;
}
