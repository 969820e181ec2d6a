import { html } from '../../vendor/vendor.mjs';
import { plainText } from '../chronicle/parts.js';
import { deed, titled } from '../model/facts.js';
import { notNow } from '../offers/reasons.js';
import { words } from '../strings/words.js';

/** @import { Reason } from '../model/types.js' */

/** What an actor cannot do now; pressed, it says which ones one wants to know why of. @param {{reasons: Reason[], who: string | null, ask: (asked: Reason[]) => void}} props */
export function Reasons({ reasons, who, ask }) {
  const { shown, more } = notNow(reasons, who);
  if (!shown.length) return null;
  return html`
    ${shown.map((each) => html`<button key=${each.do + each.sentence} class="chip no" lang="en" onClick=${() => ask([each])}>${deed(each.do)} <span class="of">${titled(each.code).toLowerCase()}</span></button>`)}
    ${more.length > 0 && html`<button class="chip no" onClick=${() => ask([...shown, ...more])}>${words.cannot(more.length)}</button>`}`;
}

/** Why somebody cannot do what was asked about, as long as that is so. @param {{asked: Reason[], reasons: Reason[], who: string | null, close: () => void}} props */
export function ToldWhy({ asked, reasons, who, close }) {
  const still = asked.filter((each) => each.who === who && reasons.some((one) => one.do === each.do && one.sentence === each.sentence));
  return still.length > 0 && html`<div class="told-why" role="status"><ul>${still.map((each) => html`<li key=${each.do + each.sentence} lang="en">${plainText(each.sentence)}${each.rule && html` <small class="soft">${each.rule}</small>`}</li>`)}</ul>
    <button class="btn bare" onClick=${close}>${words.close}</button></div>`;
}
