import { html, useEffect, useState } from '../../vendor/vendor.mjs';
import { call } from '../model/call.js';
import { words } from '../strings/open.js';

/**
 * A house rule as the form of its system states it.
 * @typedef {{title: string, description?: string, default: unknown, enum?: unknown[], type?: string, minimum?: number,
 *   maximum?: number, anyOf?: Rule[], const?: unknown}} Rule
 */

/** The house rules: those that are changed, and all others behind one press. @param {{system: string, settings: Record<string, unknown>, change: (settings: Record<string, unknown>) => void}} props */
export function Rules({ system, settings, change }) {
  const [rules, setRules] = useState(/** @type {[string, Rule][]} */ ([]));
  useEffect(() => {
    let wanted = true;
    const show = (/** @type {[string, Rule][]} */ told) => wanted && setRules(told);
    show([]);
    void call(`/api/rosters/${system}`).then(
      (form) => show(Object.entries(form.$defs.Settings.properties)),
      () => show([]),
    );
    return () => void (wanted = false);
  }, [system]);
  const shown = rules.filter(([, rule]) => choices(rule).length || bounds(rule));
  const changed = shown.filter(([name, rule]) => name in settings && !same(settings[name], rule.default));
  const rest = shown.filter((each) => !changed.includes(each));
  const set = (/** @type {string} */ name, /** @type {unknown} */ value) => change({ ...settings, [name]: value });
  const row = (/** @type {[string, Rule]} */ [name, rule]) => html`<${One} key=${name} rule=${rule}
    value=${name in settings ? settings[name] : rule.default} set=${(/** @type {unknown} */ value) => set(name, value)} />`;
  if (!rules.length) return null;
  return html`<section class="block" aria-labelledby="rules"><div class="hd"><h2 id="rules" class="grow">${words.houseRules}</h2>
      <span class="tag">${words.changedOf(changed.length, rules.length)}</span></div>
    <div class="bd">${changed.map(row)}<details class="more"><summary>${words.asTheBook(rest.length)}</summary>${rest.map(row)}</details></div></section>`;
}

/** @param {{rule: Rule, value: unknown, set: (value: unknown) => void}} props */
function One({ rule, value, set }) {
  const label = rule.title.charAt(0) + rule.title.slice(1).toLowerCase();
  const told = html`<span><b lang="en">${label}</b>${!same(value, rule.default) && html` <span class="tag act">${words.changed}</span>`}
    <br /><small lang="en">${(rule.description ?? '').replace(/^It settles /, '')}</small></span>`;
  const all = choices(rule);
  const range = bounds(rule);
  if (all.length > 3 || (range && all.length)) {
    const options = [...all, ...(range ? counted(range) : [])];
    return html`<label class="rule">${told}<select onChange=${(/** @type {Event} */ event) => set(options[/** @type {HTMLSelectElement} */ (event.target).selectedIndex])}>
      ${options.map((each) => html`<option lang=${tongue(each)} selected=${same(each, value)}>${worded(each)}</option>`)}</select></label>`;
  }
  if (range) {
    return html`<label class="rule">${told}<input type="number" min=${range.minimum} max=${range.maximum} value=${value}
      onChange=${(/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.target).valueAsNumber)} /></label>`;
  }
  return html`<div class="rule">${told}<span class="seg" lang="en" role="group" aria-label=${label}>
    ${all.map((each) => html`<button lang=${tongue(each)} aria-pressed=${same(each, value)} onClick=${() => set(each)}>${worded(each)}</button>`)}</span></div>`;
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
