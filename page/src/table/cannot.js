import { html, useState } from '../../vendor/vendor.mjs';
import { deed, titled } from '../model/facts.js';
import { notNow } from '../offers/reasons.js';
import { words } from '../strings/words.js';

/** @import { Reason } from '../model/types.js' */

/** What an actor cannot do now; pressed, it says why. @param {{reasons: Reason[], who: string | null}} props */
export function Reasons({ reasons, who }) {
  const [asked, setAsked] = useState(/** @type {Reason[]} */ ([]));
  const { shown, more } = notNow(reasons, who);
  if (!shown.length) return null;
  return html`
    ${shown.map((each) => html`<button key=${each.do + each.sentence} class="chip no" lang="en" onClick=${() => setAsked([each])}>${deed(each.do)} <span class="of">${titled(each.code).toLowerCase()}</span></button>`)}
    ${more.length > 0 && html`<button class="chip no" onClick=${() => setAsked([...shown, ...more])}>${words.cannot(more.length)}</button>`}
    ${asked.length > 0 && html`<div class="told-why" role="status"><ul>${asked.map((each) => html`<li key=${each.do + each.sentence} lang="en">${each.sentence}${each.rule && html` <small class="soft">${each.rule}</small>`}</li>`)}</ul>
      <button class="btn bare" onClick=${() => setAsked([])}>${words.close}</button></div>`}`;
}
