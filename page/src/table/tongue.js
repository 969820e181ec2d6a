import { html } from '../../vendor/vendor.mjs';
import { choose, LANGUAGES } from '../strings/language.js';
import { words } from '../strings/words.js';

/** The choice of a language, each by its own name. */
export function Tongue() {
  return html`<label class="row small soft tongue"><span>${words.languageIs}</span><select class="btn" onChange=${(/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value)}>
    ${Object.entries(LANGUAGES).map(([code, name]) => html`<option key=${code} value=${code} lang=${code} selected=${code === words.language}>${name}</option>`)}</select></label>`;
}
