import { html, useEffect, useState } from '../../vendor/vendor.mjs';
import { call } from '../model/call.js';
import { under } from '../model/under.js';
import { words } from '../strings/open.js';
import { agreedOn, agreedRules, agreeing } from './agreed.js';

/** @import { Draft } from './begin.js' */
/** @import { Desk } from './desk.js' */

/**
 * A house rule as the form of its system states it, and that form.
 * @typedef {{title: string, description?: string | undefined, default: unknown, enum?: unknown[], type?: string, minimum?: number,
 *   maximum?: number, anyOf?: Rule[], const?: unknown, additionalProperties?: {enum?: unknown[]}}} Rule
 * @typedef {{properties: Record<string, Rule>, $defs: {Settings: {properties: Record<string, Rule>}}}} Form
 */

/** By which house rules a fight is played, and what else its table agrees on. @param {{draft: Draft, desk: Desk}} props */
export function Rules({ draft, desk }) {
  const [form, setForm] = useState(/** @type {Form | null} */ (null));
  useEffect(() => {
    let wanted = true;
    const show = (/** @type {Form | null} */ told) => wanted && setForm(told);
    show(null);
    void call(`/api/rosters/${draft.system}`).then(show, () => show(null));
    return () => void (wanted = false);
  }, [draft.system]);
  if (!form) return null;
  const { settings, agreed } = desk;
  return html`<${Block} id="rules" title=${words.houseRules} rules=${Object.entries(form.$defs.Settings.properties)} usual=${words.asTheBook} values=${settings.value}
      set=${(/** @type {[string, Rule]} */ [name], /** @type {unknown} */ value) => (settings.value = { ...settings.value, [name]: value })} />
    <${Block} id="agreed" title=${words.tableAgrees} rules=${agreedRules(form, draft, agreed.value)} usual=${words.asUsual} values=${agreedOn(draft.opening, agreed.value)}
      set=${(/** @type {[string, Rule]} */ rule, /** @type {unknown} */ value) => desk.agree(agreeing(draft.opening, agreed.value, rule, value))} />`;
}

/** Rules: those that are changed, and all others behind one press. @param {{id: string, title: string, rules: [string, Rule][], usual: (n: number) => string, values: Record<string, unknown>, set: (rule: [string, Rule], value: unknown) => void}} props */
function Block({ id, title, rules, usual, values, set }) {
  const shown = rules.filter(([, rule]) => choices(rule).length || bounds(rule));
  const valueOf = (/** @type {[string, Rule]} */ [name, rule]) => {
    const stated = under(values, name);
    return stated === undefined ? rule.default : stated;
  };
  const changed = shown.filter((each) => !same(valueOf(each), each[1].default));
  const rest = shown.filter((each) => !changed.includes(each));
  const row = (/** @type {[string, Rule]} */ each) => html`<${One} key=${each[0]} rule=${each[1]} value=${valueOf(each)} set=${(/** @type {unknown} */ value) => set(each, value)} />`;
  if (!rules.length) return null;
  return html`<section class="block" aria-labelledby=${id}><div class="hd"><h2 id=${id} class="grow">${title}</h2>
      <span class="tag">${words.changedOf(changed.length, rules.length)}</span></div>
    <div class="bd">${changed.map(row)}<details class="more"><summary>${usual(rest.length)}</summary>${rest.map(row)}</details></div></section>`;
}

/** So many values of a rule stand beside each other; more are a list. */
const MOST = 4;

/** @param {{rule: Rule, value: unknown, set: (value: unknown) => void}} props */
function One({ rule, value, set }) {
  const label = rule.title.charAt(0) + rule.title.slice(1).toLowerCase();
  const told = html`<span><b lang="en">${label}</b>${!same(value, rule.default) && html` <span class="tag act">${words.changed}</span>`}
    <br /><small lang="en">${(rule.description ?? '').replace(/^It settles /, '')}</small></span>`;
  const all = choices(rule);
  const range = bounds(rule);
  if (range && range.maximum - range.minimum > 99 && all.every((each) => each === null)) {
    return html`<label class="rule">${told}<input type="number" min=${range.minimum} max=${range.maximum} value=${value} placeholder=${all.length ? words.none : undefined}
      onChange=${(/** @type {Event} */ event) => set(typed(event) ?? rule.default)} /></label>`;
  }
  if (all.length > (range ? 0 : MOST)) {
    const options = [...all, ...(range ? counted(range) : [])];
    return html`<label class="rule">${told}<select onChange=${(/** @type {Event} */ event) => set(options[/** @type {HTMLSelectElement} */ (event.target).selectedIndex])}>
      ${options.map((each) => html`<option lang=${tongue(each)} selected=${same(each, value)}>${worded(each)}</option>`)}</select></label>`;
  }
  if (range) {
    return html`<label class="rule">${told}<input type="number" min=${range.minimum} max=${range.maximum} value=${value}
      onChange=${(/** @type {Event} */ event) => set(typed(event))} /></label>`;
  }
  return html`<div class="rule">${told}<span class="seg" lang="en" role="group" aria-label=${label}>
    ${all.map((each) => html`<button lang=${tongue(each)} aria-pressed=${same(each, value)} onClick=${() => set(each)}>${worded(each)}</button>`)}</span></div>`;
}

/** Return the number that was typed; null where none was. @param {Event} event */
function typed(event) {
  const number = /** @type {HTMLInputElement} */ (event.target).valueAsNumber;
  return Number.isNaN(number) ? null : number;
}

/** Return the values that a rule names, each. @param {Rule} rule @returns {unknown[]} */
export function choices(rule) {
  if (rule.enum) return rule.enum;
  if ('const' in rule) return [rule.const];
  if (rule.type === 'boolean') return [true, false];
  if (rule.type === 'null') return [null];
  return (rule.anyOf ?? []).flatMap(choices);
}

/** Return the least and the greatest number that a rule takes; null where it takes none. @param {Rule} rule @returns {{minimum: number, maximum: number} | null} */
export function bounds(rule) {
  if (rule.type === 'integer') return { minimum: rule.minimum ?? 0, maximum: rule.maximum ?? 99 };
  return (rule.anyOf ?? []).map(bounds).find((each) => each !== null) ?? null;
}

/** @param {{minimum: number, maximum: number}} range */
function counted({ minimum, maximum }) {
  return Array.from({ length: Math.min(maximum, minimum + 99) - minimum + 1 }, (_, index) => minimum + index);
}

/** @param {unknown} one @param {unknown} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** @param {unknown} value */
function worded(value) {
  if (value === null) return words.none;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  return String(value).replaceAll('_', ' ');
}

/** Return the language in which a value is told. @param {unknown} value */
function tongue(value) {
  return typeof value === 'string' ? 'en' : words.language;
}
