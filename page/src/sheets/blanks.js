import { html } from '../../vendor/vendor.mjs';
import { titled } from '../model/facts.js';
import { bounds, choices } from '../open/rules.js';
import { tongueOf } from '../strings/english.js';
import { words } from '../strings/sheets.js';

/** @import { Rule } from '../open/rules.js' */

/**
 * A JSON Schema of a sheet: what stands on it, some of it stated apart.
 * @typedef {{properties?: Record<string, Rule & {$ref?: string}>, $ref?: string, anyOf?: Shape[], $defs?: Record<string, Shape>}} Shape
 * @typedef {Record<string, unknown>} Filled
 */

/** Return what can stand on a sheet, by its name: of several kinds of sheets on the first that has all that stands on this one. @param {Shape} schema @param {Filled} sheet @returns {Record<string, Rule>} */
export function blanksOf(schema, sheet) {
  const kinds = (schema.anyOf ?? [schema]).map((each) => (each.$ref ? schema.$defs?.[each.$ref.split('/').pop() ?? ''] : each)?.properties ?? {});
  return kinds.find((each) => Object.keys(sheet).every((name) => name in each)) ?? {};
}

/** Return the sheet that a text is as JSON; null of what is no JSON, or no object. @param {string} text @returns {Filled | null} */
export function sheetIn(text) {
  try {
    const said = JSON.parse(text);
    return typeof said === 'object' && !Array.isArray(said) ? said : null;
  } catch {
    return null;
  }
}

/** Return whether a blank takes one word or number, and no more than that. @param {Rule} rule */
export function isPlain(rule) {
  return choices(rule).some((each) => each !== null) || bounds(rule) !== null || takesText(rule);
}

/** @param {Rule} rule @returns {boolean} */
function takesText(rule) {
  return rule.type === 'string' || (rule.anyOf ?? []).some(takesText);
}

/** One blank of a sheet: a switch, one of a few words, a number, or a word that is typed. @param {{name: string, rule: Rule, value: unknown, said: (value: unknown) => void}} props */
export function Blank({ name, rule, value, said }) {
  const all = choices(rule);
  const range = bounds(rule);
  const label = html`<span lang=${tongueOf(name)}>${titled(name)}</span>`;
  const now = value === undefined ? rule.default : value;
  if (all.length && all.every((each) => typeof each === 'boolean')) {
    return html`<label class="row"><input type="checkbox" checked=${now === true} onChange=${() => said(now !== true)} /> ${label}</label>`;
  }
  if (all.some((each) => each !== null)) {
    return html`<label class="field">${label}<select value=${String(all.indexOf(now))} onChange=${(/** @type {Event} */ event) => said(all[Number(of(event))] ?? undefined)}>
      ${all.includes(now) ? null : html`<option value="-1">${words.none}</option>`}
      ${all.map((each, index) => html`<option value=${String(index)} lang=${each === null ? words.language : tongueOf(String(each))}>${each === null ? words.none : titled(String(each))}</option>`)}</select></label>`;
  }
  if (range) {
    const number = typeof now === 'number' ? String(now) : '';
    return html`<label class="field">${label}<input class="typed" type="number" min=${range.minimum} max=${range.maximum} value=${number} onChange=${(/** @type {Event} */ event) => said(of(event) === '' ? undefined : Number(of(event)))} /></label>`;
  }
  return html`<label class="field">${label}<input class="typed" maxlength="80" value=${typeof now === 'string' ? now : ''} onInput=${(/** @type {Event} */ event) => said(of(event) || undefined)} /></label>`;
}

/** Return what stands in a field that was changed. @param {Event} event */
export function of(event) {
  return /** @type {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} */ (event.target).value;
}
