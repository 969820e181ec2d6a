import { html, useRef, useState } from '../../vendor/vendor.mjs';
import { words } from '../strings/words.js';

/** A text to be pasted elsewhere: copied by a press, or, where a browser copies nothing, marked to be copied by hand. @param {{text: string, label: string}} props */
export function Copy({ text, label }) {
  const [done, setDone] = useState(false);
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const copy = () => navigator.clipboard.writeText(text).then(() => setDone(true), () => field.current?.select());
  if (!navigator.clipboard) return html`<input ref=${field} readonly value=${text} aria-label=${label} onFocus=${() => field.current?.select()} />`;
  return html`<button class="btn" onClick=${copy}>${done ? words.copied : label}</button>`;
}
