import { html, useEffect, useRef, useState } from '../../vendor/vendor.mjs';
import { named } from '../model/facts.js';
import { askAlways, asksAlways, lettersAct, letLettersAct } from '../browser/settings.js';
import { words } from '../strings/sheets.js';
import { Tongue } from '../table/tongue.js';

/** @import { View } from '../model/types.js' */
/** @import { Chip } from '../offers/chips.js' */
/** @import { Play } from '../model/play.js' */
/** @import { People } from '../model/people.js' */
/** @import { Moment } from '../time/link.js' */

/** Everything that may be said now, and what can be looked at, found by its words. @param {{view: View, play: Play, people: People, look: (moment: Moment) => void, close: () => void}} props */
export function Palette({ view, play, people, look, close }) {
  const [find, setFind] = useState('');
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => {
    const before = document.activeElement;
    field.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const all = play.everything.value.filter((chip) => canBeSaid(chip)).map((chip) => ({ chip, told: told(chip, view) }));
  const fitting = (/** @type {string} */ letters) => all.filter(({ told: said }) => fits(said, letters)).slice(0, 60);
  const set = (/** @type {string} */ letters) => [...shown(view, letters, people, look), ...settings(() => people.open({ kind: 'keys' })).filter(([said]) => fits(said, letters))];
  const [found, others] = [fitting(find), set(find)];
  const choose = (/** @type {Chip} */ chip) => {
    if (chip.who !== null && play.actors.value.includes(chip.who)) play.choose(chip.who);
    play.arm(chip);
    close();
  };
  const first = () => {
    // What is typed may not be drawn yet.
    const letters = field.current?.value ?? find;
    const [[one], [other]] = [fitting(letters), set(letters)];
    if (one) choose(one.chip);
    else if (other) close(), other[1]();
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && event.target === field.current) first();
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return html`<section class="palette" role="dialog" aria-label=${words.everything} onKeyDown=${key}>
    <label class="find"><span class="sr">${words.everything}</span><input ref=${field} placeholder=${words.everything} value=${find} onInput=${(/** @type {InputEvent} */ event) => setFind(/** @type {HTMLInputElement} */ (event.target).value)} />
      <button class="btn bare" onClick=${close}>${words.close} <kbd>Esc</kbd></button></label>
    <ul>${found.map(({ chip, told: said }) => html`<li key=${chip.key}><button lang="en" onClick=${() => choose(chip)}>${said}</button></li>`)}${others.map(([said, act]) => html`<li key=${said}><button onClick=${() => (close(), act())}>${said}</button></li>`)}</ul>
    ${!found.length && !others.length && html`<p class="soft">${words.nothing}</p>`}
    <${Tongue} />
  </section>`;
}

/** Bring the focus one further in the list, or back to what is looked for. @param {EventTarget | null} list @param {number} by */
function move(list, by) {
  const all = list instanceof Element ? [...list.querySelectorAll('input, li button')] : [];
  const next = all[(all.indexOf(document.activeElement ?? all[0]) + by + all.length) % all.length];
  if (next instanceof HTMLElement) next.focus();
}

/** Return the line of a number that was typed, and who has a name that was begun, with what shows them. @param {View} view @param {string} letters @param {People} people @param {(moment: Moment) => void} look @returns {[string, () => void][]} */
function shown(view, letters, people, look) {
  const typed = letters.trim();
  if (/^\d{1,9}$/.test(typed) && Number(typed) <= view.version) return [[words.showLine(Number(typed)), () => look({ at: Number(typed), by: null, versus: null, as: null, why: null })]];
  const meant = typed ? view.combatants.map(({ id }) => id).filter((id) => fits(named(view, id), typed)) : [];
  return meant.map((who) => [named(view, who), () => people.open({ kind: 'who', who })]);
}

/** Return what can be set, in words, and what sets it. @param {() => void} keys @returns {[string, () => void][]} */
function settings(keys) {
  return [
    [asksAlways.value ? words.askSeldom : words.askAlways, () => askAlways(!asksAlways.value)],
    [words.keys, keys],
    [lettersAct.value ? words.lettersOff : words.lettersOn, () => letLettersAct(!lettersAct.value)],
  ];
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

