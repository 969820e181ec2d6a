import { html, useEffect, useState } from '../../vendor/vendor.mjs';
import { call } from '../model/call.js';
import { isThing, titled } from '../model/facts.js';
import { choices } from '../open/rules.js';
import { tongueOf } from '../strings/english.js';
import { words } from '../strings/sheets.js';
import { Blank, blanksOf, isPlain, of, sheetIn } from './blanks.js';

/** @import { View } from '../model/types.js' */
/** @import { People } from '../model/people.js' */
/** @import { Chip } from '../offers/chips.js' */
/** @import { Rule } from '../open/rules.js' */
/** @import { Filled, Shape } from './blanks.js' */

/** @typedef {{id: string} & Filled} Sheet */

/** What is asked first, in words of the page, and whose they are, which is said by handing them over. */
const APART = new Set(['id', 'name', 'side', 'at', 'hidden', 'controller']);

/**
 * Somebody who comes in: like somebody of the ready fights or not, under a name, on a side, in a place or in reserve, and
 * whatever else stands on such a sheet.
 * @param {{view: View, chip: Chip, people: People}} props
 */
export function Newcomer({ view, chip, people }) {
  const open = chip.fields.find((field) => field.open?.kind === 'sheet')?.open;
  const example = /** @type {Sheet} */ (open?.example ?? { id: 'Guest' });
  const [known, setKnown] = useState(/** @type {Sheet[]} */ ([]));
  const [like, setLike] = useState('');
  const [sheet, setSheet] = useState(example);
  const blanks = blanksOf(/** @type {Shape} */ (open?.schema ?? {}), sheet);
  /** What was typed that is no sheet. */
  const [wrong, setWrong] = useState(/** @type {string | null} */ (null));
  useEffect(() => void sheetsOf(view.system).then(setKnown), []);
  const say = (/** @type {string} */ name, /** @type {unknown} */ value) => {
    const { [name]: _, ...others } = sheet;
    setSheet(/** @type {Sheet} */ (value === undefined ? others : { ...others, [name]: value }));
  };
  const choose = (/** @type {Event} */ event) => {
    setLike(of(event));
    const { controller, at, ...rest } = known.find((each) => each.id === of(event)) ?? example; // whose they are, and where, was said of another fight
    setSheet({ ...rest, id: free(view, rest.id), ...(example['at'] === undefined ? {} : { at: example['at'] }) });
  };
  const ready = (/** @type {Event} */ event) => {
    event.preventDefault();
    const { at, ...rest } = sheet;
    people.ready(chip, { sheet: sheet['hidden'] || at === undefined ? rest : sheet });
  };
  const whole = (/** @type {Event} */ event) => {
    const typed = sheetIn(of(event));
    if (typed) setSheet(/** @type {Sheet} */ (typed));
    setWrong(typed ? null : of(event));
  };
  const rest = Object.entries(blanks).filter(([name, rule]) => !APART.has(name) && isPlain(rule));
  return html`<details class="newcomer"><summary>${words.reinforcements}</summary><form onSubmit=${ready}>
    <label class="field"><span>${words.like}</span><select value=${like} onChange=${choose}><option value="" lang="en">${titled(example.id)}</option>${known.map((each) => html`<option value=${each.id} lang="en">${each['name'] ?? titled(each.id)}</option>`)}</select></label>
    <label class="field"><span>${words.naming.name}</span><input class="typed" maxlength="80" value=${sheet['name'] ?? ''} onInput=${(/** @type {Event} */ event) => say('name', of(event) || undefined)} /></label>
    ${blanks['side'] && html`<${Choice} label=${words.side} all=${sidesOf(view, blanks['side'])} value=${sheet['side']} said=${(/** @type {unknown} */ value) => say('side', value)} />`}
    ${blanks['at'] && !sheet['hidden'] && html`<${Place} view=${view} example=${example['at']} value=${sheet['at']} said=${(/** @type {unknown} */ value) => say('at', value)} />`}
    ${blanks['hidden'] && html`<label class="row"><input type="checkbox" checked=${sheet['hidden'] === true} onChange=${() => say('hidden', sheet['hidden'] ? undefined : true)} /> ${words.inReserve}</label>`}
    ${rest.length > 0 && html`<details><summary>${words.moreOfSheet}</summary>${rest.map(([name, rule]) => html`<${Blank} key=${name} name=${name} rule=${rule} value=${sheet[name]} said=${(/** @type {unknown} */ value) => say(name, value)} />`)}</details>`}
    <details><summary>${words.sheet}</summary><textarea class="typed" rows="8" spellcheck=${false} aria-label=${words.sheet} aria-invalid=${wrong === null ? undefined : 'true'} value=${wrong ?? JSON.stringify(sheet, null, 1)} onChange=${whole}></textarea>
      ${wrong !== null && html`<p class="warned" role="alert">${words.noJson}</p>`}</details>
    <button class="btn go" lang="en" disabled=${wrong !== null}>${chip.label} …</button></form></details>`;
}

/** One of a few words, or none of them. @param {{label: string, all: string[], value: unknown, said: (value: unknown) => void}} props */
function Choice({ label, all, value, said }) {
  return html`<label class="field"><span>${label}</span><select value=${value ?? ''} onChange=${(/** @type {Event} */ event) => said(of(event) || undefined)}><option value="">${words.none}</option>
    ${all.map((each) => html`<option value=${each} lang=${tongueOf(each)}>${titled(each)}</option>`)}</select></label>`;
}

/** Where somebody comes in: a place that has a name, else a square. @param {{view: View, example: unknown, value: unknown, said: (value: unknown) => void}} props */
function Place({ view: { board }, example, value, said }) {
  const places = board.kind === 'tiles' ? board.tiles : board.kind === 'zones' ? board.zones : [];
  if (places.length) return html`<${Choice} label=${words.place} all=${places.map(({ id }) => id)} value=${value} said=${said} />`;
  return html`<label class="field"><span>${words.place}</span><input class="typed" maxlength="40" placeholder=${String(example ?? '')} value=${value ?? ''} onInput=${(/** @type {Event} */ event) => said(of(event).trim() || undefined)} /></label>`;
}

/** Return the sides that somebody can be on: those that there are, unless the rules know which. @param {View} view @param {Rule} rule */
function sidesOf(view, rule) {
  const stated = choices(rule).filter((each) => typeof each === 'string').map(String);
  return stated.length ? stated : [...new Set(view.combatants.flatMap((each) => (isThing(each) ? [] : [each.side])))];
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
