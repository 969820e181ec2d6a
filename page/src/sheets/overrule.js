import { html, useState } from '../../vendor/vendor.mjs';
import { isThing, nameOf, titled } from '../model/facts.js';
import { tongueOf } from '../strings/english.js';
import { words } from '../strings/sheets.js';

/** @import { View } from '../model/types.js' */

/** Whose values can be overruled, by whom, and which. @typedef {{who: string | null, by: string | null, whats: string[]}} Overruling */

/**
 * Whose value is set against what the rules came to, which, to what, and why.
 * @param {{view: View, overrules: Overruling[], busy: boolean, said: (said: Record<string, unknown>) => void, cancel: () => void}} props
 */
export function Overrule({ view, overrules, busy, said, cancel }) {
  const people = view.combatants.filter((each) => !isThing(each) && overrules.some((chip) => chip.who === each.id || chip.who === null));
  const [who, setWho] = useState(people[0]?.id ?? '');
  const chip = overrules.find((each) => each.who === who);
  const whats = chip?.whats ?? [];
  const [what, setWhat] = useState('');
  const [value, setValue] = useState('');
  const [reason, setReason] = useState('');
  const chosen = whats.includes(what) ? what : (whats.find((each) => view.combatants.some((one) => one.id === who && each in one.pools)) ?? whats[0] ?? '');
  const each = view.combatants.find((one) => one.id === who);
  const now = each?.pools[chosen]?.now ?? each?.resources[chosen] ?? '';
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    said({ who, what: chosen, value: /^\d+$/.test(value) ? Number(value) : value, reason: reason.trim(), ...(chip?.by ? { by: chip.by } : {}) });
  };
  const of = (/** @type {Event} */ event) => /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target).value;
  return html`<form class="overrule" onSubmit=${send}>
    <label class="field"><span>${words.who}</span><select value=${who} onChange=${(/** @type {Event} */ event) => setWho(of(event))}>${people.map((one) => html`<option value=${one.id}>${nameOf(one)}</option>`)}</select></label>
    <label class="field"><span>${words.what}</span><select value=${chosen} onChange=${(/** @type {Event} */ event) => setWhat(of(event))}>${whats.map((one) => html`<option value=${one} lang=${tongueOf(one)}>${titled(one)}</option>`)}</select></label>
    <label class="field"><span>${words.value}</span><input class="typed" required maxlength="40" value=${value} placeholder=${words.nowIs(String(now))} onInput=${(/** @type {Event} */ event) => setValue(of(event))} /></label>
    <label class="field"><span>${words.reason}</span><input class="typed" required maxlength="200" value=${reason} placeholder=${words.whyThus} onInput=${(/** @type {Event} */ event) => setReason(of(event))} /></label>
    <div class="row"><button type="button" class="btn bare" onClick=${cancel}>${words.cancel}</button><button class="btn go" disabled=${busy || !value || !reason.trim()}>${words.uphold}</button></div>
  </form>`;
}
