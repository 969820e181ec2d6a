import { html, useState } from '../../vendor/vendor.mjs';
import { Icon } from '../icons.js';
import { words } from '../strings/sheets.js';

/** What is stated of a fact, as it is typed. @typedef {[name: string, value: string]} Row */

/** What a fact may be called in a line. */
const NAME = /^(?:[a-z][a-z0-9_]{0,31}|[a-z0-9][a-z0-9-]{0,31})$/;

/**
 * Facts by their names: whole numbers, or a few words.
 * @param {{most: number, value: unknown, said: (facts: Record<string, string | number> | null) => void}} props
 */
export function Facts({ most, value, said }) {
  const [rows, setRows] = useState(() => Object.entries(value ?? {}).map(([name, each]) => /** @type {Row} */ ([name, String(each)])));
  const tell = (/** @type {Row[]} */ next) => {
    setRows(next);
    const stated = next.map(([name, each]) => /** @type {Row} */ ([spelt(name), each.trim()])).filter(([name, each]) => NAME.test(name) && each);
    said(stated.length ? Object.fromEntries(stated.map(([name, each]) => [name, read(each)])) : null);
  };
  const typed = (/** @type {number} */ at, /** @type {number} */ part) => (/** @type {InputEvent} */ event) =>
    tell(rows.map((row, index) => /** @type {Row} */ (index === at ? row.map((each, side) => (side === part ? /** @type {HTMLInputElement} */ (event.target).value : each)) : row)));
  return html`<div class="facts">${rows.map(([name, each], at) => html`<div class="row" key=${at}>
      <input class="typed" aria-label=${words.factName(at + 1)} placeholder=${words.factNameHint} maxlength="32" aria-invalid=${isWrong(name) ? 'true' : undefined} value=${name} onInput=${typed(at, 0)} />
      <input class="typed" aria-label=${words.factValue(at + 1)} placeholder=${words.factValueHint} maxlength="200" value=${each} onInput=${typed(at, 1)} />
      <button class="btn bare icon" aria-label=${words.noFact(at + 1)} onClick=${() => tell(rows.filter((_, index) => index !== at))}><${Icon} name="close" /></button></div>`)}
    ${rows.some(([name]) => isWrong(name)) && html`<p class="small warned" role="alert">${words.factNameHow}</p>`}
    ${rows.length < most && html`<button class="btn" onClick=${() => setRows([...rows, ['', '']])}>${words.addFact}</button>`}</div>`;
}

/** Return a name as a line has it: of small letters, without spaces. @param {string} name */
function spelt(name) {
  return name.trim().toLowerCase().replace(/\s+/g, '_');
}

/** @param {string} name */
function isWrong(name) {
  return name.trim() !== '' && !NAME.test(spelt(name));
}

/** Return what was typed, as a number where it is a whole one. @param {string} text */
function read(text) {
  return /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
}
