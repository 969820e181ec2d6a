import { html, useEffect, useState } from '../../vendor/vendor.mjs';
import { call } from '../model/call.js';
import { words } from '../strings/sheets.js';

/** @import { View } from '../model/types.js' */
/** @import { People } from '../model/people.js' */
/** @import { Chip } from '../offers/chips.js' */

/** @typedef {{id: string} & Record<string, unknown>} Sheet */

/**
 * Somebody who comes in: a sheet like that of somebody of the ready fights, where they stand, and whether they wait
 * in reserve.
 * @param {{view: View, chip: Chip, people: People}} props
 */
export function Newcomer({ view, chip, people }) {
  const [known, setKnown] = useState(/** @type {Sheet[]} */ ([]));
  const [text, setText] = useState('');
  const [hidden, setHidden] = useState(false);
  const [wrong, setWrong] = useState(false);
  const example = /** @type {Sheet} */ (chip.fields.find((field) => field.open?.kind === 'sheet')?.open?.example ?? { id: 'Guest' });
  useEffect(() => {
    void sheetsOf(view.system).then(setKnown);
    setText(JSON.stringify(example, null, 1));
  }, []);
  const like = (/** @type {Event} */ event) => {
    const sheet = known.find((each) => each.id === /** @type {HTMLSelectElement} */ (event.target).value) ?? example;
    const { controller, at, ...rest } = sheet; // whose they are, and where, was said of another fight
    setText(JSON.stringify({ ...rest, id: free(view, sheet.id), ...(example['at'] === undefined ? {} : { at: example['at'] }) }, null, 1));
  };
  const ready = (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const { at, ...sheet } = /** @type {Sheet} */ (JSON.parse(text));
      people.ready(chip, { sheet: hidden ? { ...sheet, hidden: true } : { ...sheet, ...(at === undefined ? {} : { at }) } });
    } catch {
      setWrong(true);
    }
  };
  return html`<details class="newcomer"><summary>${words.reinforcements}</summary><form onSubmit=${ready}>
    <label class="field"><span>${words.like}</span><select onChange=${like}><option value="" lang="en">${example.id}</option>${known.map((each) => html`<option value=${each.id}>${each.id}</option>`)}</select></label>
    <label class="field"><span>${words.sheet}</span><textarea class="typed" rows="8" spellcheck=${false} aria-invalid=${wrong ? 'true' : undefined} value=${text}
      onInput=${(/** @type {Event} */ event) => (setWrong(false), setText(/** @type {HTMLTextAreaElement} */ (event.target).value))}></textarea></label>
    ${wrong && html`<p class="warned" role="alert">${words.noJson}</p>`}
    <label class="row"><input type="checkbox" checked=${hidden} onChange=${() => setHidden(!hidden)} /> ${words.inReserve}</label>
    <button class="btn go" lang="en">${chip.label} …</button></form></details>`;
}

/** Return the sheets of the ready fights of a system, each name once. @param {string} system @returns {Promise<Sheet[]>} */
async function sheetsOf(system) {
  const told = await call('/api/examples').catch(() => []);
  const all = told.filter((/** @type {{system: string}} */ each) => each.system === system).flatMap((/** @type {{opening: {combatants?: Sheet[]}}} */ each) => each.opening.combatants ?? []);
  return [...new Map(all.map((/** @type {Sheet} */ each) => [each.id, each])).values()];
}

/** Return a name that nobody has yet. @param {View} view @param {string} id */
function free(view, id) {
  const taken = new Set([...view.combatants, ...view.reserve].map((each) => each.id));
  if (!taken.has(id)) return id;
  for (let n = 2; ; n++) if (!taken.has(`${id}${n}`)) return `${id}${n}`;
}
