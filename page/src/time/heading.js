import { html, useState } from '../../vendor/vendor.mjs';
import { Icon, Mark } from '../icons.js';
import { failure } from '../model/failing.js';
import { plain } from '../model/facts.js';
import { seatName } from '../model/seats.js';
import { english, failedBy, listed, around as within } from '../strings/english.js';
import { words } from '../strings/past.js';
import { Forked, titleShown } from '../table/title.js';
import { WhatIf } from './whatif.js';

/** @import { History } from '../history/history.js' */
/** @import { Around } from './replay.js' */

/** Whether another page frames this one: the list of fights may be in no frame. */
const FRAMED = globalThis.self !== globalThis.top;

/** The top line of a replay: what fight this is, how it ended, and the way back. @param {{past: History, around: Around, now: number}} props */
export function Heading({ past, around, now }) {
  const { leave, seen, seat, note, verdict } = around;
  const end = past.view(past.count - 1);
  const ended = end.winner === end.outcome ? '' : english(plain(end.outcome ?? ''));
  const outcome = end.outcome !== null && (end.winner ? within(words.past.won, english(plain(end.winner)), ended) : ended);
  return html`<header class="top">
    ${around.address === null ? html`<${Mark} />` : html`<a href="/" target=${FRAMED ? '_blank' : undefined} rel="noopener" aria-label=${words.fights}><${Mark} /></a>`}
    <div class="row"><h1 class="title">${titleShown(end)}</h1><${Forked} view=${end} />
      <span class="where not-phone">${listed([english(plain(end.system)), words.past.replay, outcome], ' · ')}</span></div>
    <span class="grow"></span>
    ${leave && html`<p class="yours theirs looking" role="status"><span class="not-phone">${words.past.looking(now)}</span><button class="btn go" onClick=${leave}>${words.toNow}</button></p>`}
    <span class="grow not-phone"></span>
    ${note && html`<span class="small soft not-phone">${note}</span>`}
    ${seen && html`<label class="row small not-phone"><span class="soft wide">${words.past.seenBy}</span>
      <select class="btn" aria-label=${words.past.seenBy} value=${seen.as ?? seat ?? ''} onChange=${(/** @type {Event} */ event) => seen.choose(/** @type {HTMLSelectElement} */ (event.target).value || null, now)}>
        ${seen.seats.map((each) => html`<option key=${each} value=${each}>${each === 'everybody' ? words.past.everybody : seatName(end, each)}</option>`)}</select></label>`}
    ${verdict}
    ${around.fork && html`<${WhatIf} fork=${around.fork} now=${now} view=${end} />`}
    ${around.file && html`<${OneFile} file=${around.file} />`}
  </header>`;
}

/** The button that gives the whole replay as one file. @param {{file: () => Promise<void>}} props */
function OneFile({ file }) {
  const [told, setTold] = useState(/** @type {unknown} */ (null));
  const give = () => {
    setTold(words.loading);
    file().then(() => setTold(null), (problem) => setTold(failedBy(failure(problem))));
  };
  return html`<button class="btn" aria-label=${words.past.oneFile} onClick=${give} disabled=${told === words.loading}><${Icon} name="file" /><span class="not-phone">${words.past.oneFile}</span></button>
    <span class="small wrong" role="status">${told ?? ''}</span>`;
}
