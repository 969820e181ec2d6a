import { html, useEffect, useRef, useState } from '../../vendor/vendor.mjs';
import { named } from '../model/facts.js';
import { askAlways, asksAlways } from '../model/settings.js';
import { words } from '../strings/words.js';
import { Tongue } from './tongue.js';

/** @import { View } from '../model/types.js' */
/** @import { Chip } from '../offers/chips.js' */
/** @import { Play } from '../model/play.js' */

/** Everything that may be said now, found by its words. @param {{view: View, play: Play, close: () => void}} props */
export function Palette({ view, play, close }) {
  const [find, setFind] = useState('');
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => field.current?.focus(), []);
  const all = play.everything.value.filter((chip) => canBeSaid(chip)).map((chip) => ({ chip, told: told(chip, view) }));
  const found = all.filter(({ told: words_ }) => fits(words_, find)).slice(0, 60);
  const choose = (/** @type {Chip} */ chip) => {
    if (chip.who !== null && play.actors.value.includes(chip.who)) play.choose(chip.who);
    play.arm(chip);
    close();
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && found[0] && event.target === field.current) choose(found[0].chip);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return html`<section class="palette" role="dialog" aria-label=${words.everything} onKeyDown=${key}>
    <label class="find"><span class="sr">${words.everything}</span><input ref=${field} placeholder=${words.everything} value=${find} onInput=${(/** @type {InputEvent} */ event) => setFind(/** @type {HTMLInputElement} */ (event.target).value)} />
      <button class="btn bare" onClick=${close}>${words.close} <kbd>Esc</kbd></button></label>
    <ul>${fits(setting(), find) && html`<li><button onClick=${() => (askAlways(!asksAlways.value), close())}>${setting()}</button></li>`}${found.map(({ chip, told: said }) => html`<li key=${chip.key}><button lang="en" onClick=${() => choose(chip)}>${said}</button></li>`)}</ul>
    ${!found.length && !fits(setting(), find) && html`<p class="soft">${words.nothing}</p>`}
    <${Tongue} />
  </section>`;
}

/** Return the setting that can be changed, in words. */
function setting() {
  return asksAlways.value ? words.askSeldom : words.askAlways;
}

/** @param {string} said @param {string} find */
function fits(said, find) {
  return find.toLowerCase().split(/\s+/).every((word) => said.toLowerCase().includes(word));
}

/** @param {Chip} chip @param {View} view */
function told(chip, view) {
  const who = chip.who === null ? '' : `${named(view, chip.who)}: `;
  return `${who}${chip.label}${chip.name === chip.label ? '' : ` (${chip.name.toLowerCase()})`}`;
}

/** Return whether the page has a way to say all that a command needs. @param {Chip} chip */
function canBeSaid(chip) {
  return !chip.fields.some((field) => field.open?.kind === 'sheet');
}

