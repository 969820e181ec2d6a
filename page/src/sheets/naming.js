import { html, useEffect, useState } from '../../vendor/vendor.mjs';
import { titled } from '../model/facts.js';
import { failure } from '../model/failing.js';
import { isClosed, looksAfter } from '../model/hosting.js';
import { under } from '../model/under.js';
import { failedBy, tongueOf } from '../strings/english.js';
import { words } from '../strings/sheets.js';

/** @import { Failure } from '../model/types.js' */
/** @import { Table } from '../model/store.js' */

/** The fight itself, among what has a name. */
export const FIGHT = 'encounter';
/** So long a name is, at most. */
const LONGEST = 80;

/** Another name for the fight, for somebody, for one of their things or for a place, from whoever gives names: the host and the referee. @param {{table: Table, of: string, now: string, things?: string[]}} props */
export function Naming({ table, of, now, things = [] }) {
  const [thing, setThing] = useState('');
  if (!looksAfter(table) || isClosed(table)) return null;
  const about = things.includes(thing) ? thing : of;
  return html`<${Renaming} of=${about} title=${of === FIGHT ? words.naming.fight : words.naming.other} how=${words.naming.how} now=${about === of ? now : under(table.view.value?.names, about) ?? ''}
    give=${(/** @type {string} */ name) => table.tell('rename', { of: about, name })}>
    ${things.length > 0 && html`<label class="field"><span>${words.naming.whose}</span><select value=${about} onChange=${(/** @type {Event} */ event) => setThing(/** @type {HTMLSelectElement} */ (event.target).value)}>
      <option value=${of}>${now || titled(of)}</option>${things.map((each) => html`<option value=${each} lang=${tongueOf(each)}>${titled(each)}</option>`)}</select></label>`}<//>`;
}

/** A name for somebody in reserve, which nobody else reads until it is opened. @param {{table: Table, of: string, now: string}} props */
export function NamingInSecret({ table, of, now }) {
  const by = table.seating.value?.seat;
  if (!looksAfter(table) || isClosed(table)) return null;
  const give = (/** @type {string} */ name) => {
    const action = { do: 'seal', by, to: [], whose: of, name };
    return table.numbers.of(action, (cmd) => table.declare(action, cmd)).then(() => table.renew());
  };
  return html`<${Renaming} of=${of} title=${words.naming.other} how=${words.naming.inSecret} now=${now} give=${give} />`;
}

/** The form in which a name is typed. @param {{of: string, title: string, how: string, now: string, give: (name: string) => Promise<unknown>, children?: unknown}} props */
function Renaming({ of, title, how, now, give, children }) {
  const [typed, setTyped] = useState(/** @type {string | null} */ (null));
  const [wrong, setWrong] = useState(/** @type {Failure | null} */ (null));
  useEffect(() => {
    setTyped(null);
    setWrong(null);
  }, [of]);
  const name = (typed ?? now).trim();
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    setWrong(null);
    void give(name).then(() => setTyped(null), (problem) => setWrong(failure(problem)));
  };
  return html`<details class="naming"><summary>${title}</summary>
    <form onSubmit=${send}><p class="small soft">${how}</p>${children}
      <label class="field"><span>${words.naming.name}</span><input class="typed" required maxlength=${LONGEST} value=${typed ?? now}
        onInput=${(/** @type {InputEvent} */ event) => setTyped(/** @type {HTMLInputElement} */ (event.target).value)} /></label>
      <div class="row"><button class="btn go" disabled=${!name || name === now}>${words.naming.give}</button></div>
      ${wrong && html`<p class="warned" role="alert">${failedBy(wrong)}</p>`}</form></details>`;
}
