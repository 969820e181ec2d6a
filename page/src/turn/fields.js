import { html } from '../../vendor/vendor.mjs';
import { isDown, isThing, named, nameOf, plain, titled } from '../model/facts.js';
import { alike, isFacts, isList, isPeople, isPlace, onBoard } from '../offers/fields.js';
import { allowed } from '../offers/fill.js';
import { bestAgainst } from '../offers/foes.js';
import { targets } from '../offers/next.js';
import { seatName } from '../model/seats.js';
import { tongueOf, tongueOfOne } from '../strings/english.js';
import { percent } from '../strings/numbers.js';
import { words } from '../strings/words.js';
import { empty, later } from '../table/later.js';
import { sheets } from '../sheets/panels.js';

/** @import { Choices, View } from '../model/types.js' */
/** @import { Chip } from '../offers/chips.js' */
/** @import { Field } from '../offers/fields.js' */
/** @import { Play } from '../model/play.js' */

const Facts = later(sheets, (made) => made.Facts, empty('facts'));

/** So many values stand beside each other; more are a list. */
const BESIDE = 5;

/** What must be said of what is armed, beside what is pressed on the board. @param {{view: View, play: Play, choices: Choices}} props */
export function Fields({ view, play, choices }) {
  const chip = play.chip.value;
  const shown = chip?.fields.filter((field) => worthAsking(chip, field, play)) ?? [];
  if (!chip || !shown.length) return null;
  return html`<div class="fields">${shown.map((field) => html`<div class=${`group${onBoard(field) ? ' on-board' : ''}`} key=${`${chip.key} ${field.name}`} data-field=${field.name} role="group" aria-labelledby=${`field-${field.name}`}>
    <span class="k" lang="en" id=${`field-${field.name}`}>${titled(field.name)}</span>${control(chip, field, view, play, choices)}</div>`)}</div>`;
}

/** Return whether a field has a choice to make. @param {Chip} chip @param {Field} field @param {Play} play */
function worthAsking(chip, field, play) {
  if (field.open?.kind === 'value' && field.optional) return isFacts(field);
  if (field.open?.kind === 'sheet') return false;
  if (field.open && isPlace(field) && !field.values.length) return true;
  if (field.open && !isPlace(field)) return true;
  if (field.open) return false;
  return (field.optional && field.values.length > 0) || allowed(chip, field, play.choice.value).length > 1;
}

/** @param {Chip} chip @param {Field} field @param {View} view @param {Play} play @param {Choices} choices */
function control(chip, field, view, play, choices) {
  const value = play.choice.value[field.name];
  if (isPeople(field)) return html`<${Several} view=${view} chosen=${[value ?? []].flat().map(String)} said=${(/** @type {string[]} */ said) => play.pick(field.name, said)} />`;
  if (isList(field)) return html`<span>${[value ?? []].flat().map((one) => html`<span class="tag" key=${String(one)} lang=${tongueIn(field, one, view)}>${worded(field, one, view)}</span> `)}</span>`;
  if (isFacts(field)) return html`<${Facts} most=${field.open?.maximum ?? 0} value=${value} said=${(/** @type {unknown} */ said) => play.pick(field.name, said)} />`;
  if (field.open && !field.values.length) return html`<${Typed} field=${field} value=${value} said=${(/** @type {unknown} */ said) => play.pick(field.name, said)} />`;
  const values = [...(field.optional ? [null] : []), ...inOrder(chip, field, view, play, choices)];
  const told = (/** @type {unknown} */ one) => {
    const chance = percent(bestAgainst(choices, chip, { ...play.choice.value, [field.name]: one }, view));
    return `${worded(field, one, view)}${chance ? ` ${chance}` : ''}`;
  };
  if (values.length <= BESIDE) {
    return html`<div class="seg" onKeyDown=${along}>${values.map((one) => html`<button key=${JSON.stringify(one)} lang=${tongueIn(field, one, view)} aria-pressed=${alike(one, value ?? null) ? 'true' : 'false'} onClick=${() => play.pick(field.name, one)}>${told(one)}</button>`)}</div>`;
  }
  const chosen = values.findIndex((one) => alike(one, value ?? null));
  return html`<select lang="en" aria-label=${titled(field.name)} value=${String(chosen)} onChange=${(/** @type {Event} */ event) => play.pick(field.name, values[Number(/** @type {HTMLSelectElement} */ (event.target).value)])}>
    ${chosen < 0 && html`<option value="-1" lang=${words.language}>${words.choose(titled(field.name).toLowerCase())}</option>`}
    ${values.map((one, index) => html`<option value=${String(index)} lang=${tongueIn(field, one, view)}>${told(one)}</option>`)}</select>`;
}

/** Return what a field may be: whom one aims at in the order in which one looks for them. @param {Chip} chip @param {Field} field @param {View} view @param {Play} play @param {Choices} choices */
function inOrder(chip, field, view, play, choices) {
  return field.means === 'combatant' ? targets(choices, chip, field, play.choice.value, view.combatants) : allowed(chip, field, play.choice.value);
}

/** Several people, each by a button. @param {{view: View, chosen: string[], said: (chosen: string[]) => void}} props */
function Several({ view, chosen, said }) {
  return html`<div class="chips">${view.combatants.filter((each) => !isThing(each) && !isDown(each)).map((each) => html`<button key=${each.id} class=${`chip${chosen.includes(each.id) ? ' armed' : ''}`} lang=${tongueOfOne(view, each.id)} aria-pressed=${chosen.includes(each.id) ? 'true' : 'false'}
    onClick=${() => said(chosen.includes(each.id) ? chosen.filter((one) => one !== each.id) : [...chosen, each.id])}>${nameOf(each)}</button>`)}</div>`;
}

/** Go along buttons that stand beside each other: by arrows, or by the letter that one begins with. @param {KeyboardEvent} event */
function along(event) {
  const all = [...(/** @type {HTMLElement} */ (event.currentTarget).querySelectorAll('button'))];
  const at = all.indexOf(/** @type {HTMLButtonElement} */ (event.target));
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key] ?? 0;
  const round = [...all.slice(at + 1), ...all.slice(0, at + 1)];
  const next = by ? all[(at + by + all.length) % all.length] : round.find((each) => each.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase()));
  if (!next || event.ctrlKey || event.metaKey || event.altKey) return;
  next.focus();
  event.preventDefault();
  event.stopPropagation();
}

/** Return the language in which a value is told. @param {Field} field @param {unknown} value @param {View} view */
export function tongueIn(field, value, view) {
  if (value === null || value === undefined || typeof value === 'boolean' || Array.isArray(value)) return words.language;
  if (field.means === 'seat') return words.language;
  return field.means === 'combatant' ? tongueOfOne(view, String(value)) : tongueOf(String(value));
}

/** Return a value as people read it. @param {Field} field @param {unknown} value @param {View} view @returns {string} */
export function worded(field, value, view) {
  if (value === null || value === undefined) return field.means === 'seat' ? words.everybody : words.none;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (Array.isArray(value)) return value.length ? words.all(value.map((each) => worded(field, each, view))) : words.nobody;
  if (isFacts(field)) return Object.entries(value).map(([name, each]) => `${plain(name)} ${each}`).join(', ');
  if (typeof value === 'object' && 'id' in value) return titled(String(value.id));
  if (typeof value === 'object') return Object.values(value).map((each) => worded(field, each, view)).join(' ');
  if (field.means === 'combatant') return named(view, String(value));
  if (field.means === 'seat') return seatName(view, String(value));
  return /^\d+:\d+$/.test(String(value)) ? String(value) : titled(String(value));
}

/** @param {{field: Field, value: unknown, said: (value: unknown) => void}} props */
function Typed({ field, value, said }) {
  const { kind = 'text', minimum = 0, maximum = 0, example = '' } = field.open ?? {};
  const now = value === undefined ? '' : String(value);
  if (kind === 'number') {
    const at = now === '' ? Number(example) : Number(now);
    const step = (/** @type {number} */ by) => said(Math.max(minimum, Math.min(maximum, at + by)));
    return html`<div class="step"><button aria-label=${words.less} onClick=${() => step(-1)}>−</button><output>${at}</output><button aria-label=${words.greater} onClick=${() => step(1)}>+</button></div>`;
  }
  return html`<input class="typed" lang="en" aria-label=${titled(field.name)} placeholder=${example === null ? '' : String(example)} maxlength=${kind === 'text' ? maximum : 200} value=${now}
      onInput=${(/** @type {InputEvent} */ event) => said(/** @type {HTMLInputElement} */ (event.target).value)} />
    ${kind === 'text' && html`<span class="soft small">${now.length} / ${maximum}</span>`}`;
}
