import { html, useState } from '../../vendor/vendor.mjs';
import { failure } from '../model/failing.js';
import { isClosed, looksAfter } from '../model/hosting.js';
import { failedBy } from '../strings/english.js';
import { words } from '../strings/sheets.js';

/** @import { Failure } from '../model/types.js' */
/** @import { Table } from '../model/store.js' */

/** The fight itself, among what has a name. */
export const FIGHT = 'encounter';
/** So long a name is, at most. */
const LONGEST = 80;

/** Another name for the fight, for somebody or for a place, from whoever gives names: the host and the referee. @param {{table: Table, of: string, now: string}} props */
export function Naming({ table, of, now }) {
  const [typed, setTyped] = useState(/** @type {string | null} */ (null));
  const [wrong, setWrong] = useState(/** @type {Failure | null} */ (null));
  if (!looksAfter(table) || isClosed(table)) return null;
  const name = (typed ?? now).trim();
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    setWrong(null);
    void table.tell('rename', { of, name }).then(() => setTyped(null), (problem) => setWrong(failure(problem)));
  };
  return html`<details class="naming"><summary>${of === FIGHT ? words.naming.fight : words.naming.other}</summary>
    <form onSubmit=${send}><p class="small soft">${words.naming.how}</p>
      <label class="field"><span>${words.naming.name}</span><input class="typed" required maxlength=${LONGEST} value=${typed ?? now}
        onInput=${(/** @type {InputEvent} */ event) => setTyped(/** @type {HTMLInputElement} */ (event.target).value)} /></label>
      <div class="row"><button class="btn go" disabled=${!name || name === now}>${words.naming.give}</button></div>
      ${wrong && html`<p class="warned" role="alert">${failedBy(wrong)}</p>`}</form></details>`;
}
