import { html } from '../../vendor/vendor.mjs';
import { isOld } from '../model/builds.js';
import { words } from '../strings/words.js';

/** @import { People } from '../model/people.js' */
/** @import { Play } from '../model/play.js' */

/** That the server has a newer page, which one at a table may load while one is about nothing. @param {{play: Play, people: People, busy: boolean}} props */
export function Newer({ play, people, busy }) {
  return html`<${NewPage} idle=${!busy && !play.meant.value && !play.busy.value && !people.panel.value && !people.looks.value && people.disputes.about.value === null} />`;
}

/** The same where one takes no turn. @param {{idle?: boolean}} props */
export function NewPage({ idle = true }) {
  return isOld.value && idle ? html`<div class="lost newer row" role="status"><span>${words.newPage}</span><button class="btn go" onClick=${() => location.reload()}>${words.reload}</button></div>` : null;
}
