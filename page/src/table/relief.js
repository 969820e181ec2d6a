import { html, useState } from '../../vendor/vendor.mjs';
import { failure } from '../model/failing.js';
import { failedBy } from '../strings/english.js';
import { words } from '../strings/words.js';

/** @import { Failure } from '../model/types.js' */
/** @import { Table as Store } from '../model/store.js' */

/** That a bot plays one's own seat, and the way to play it oneself. @param {{table: Store}} props */
export function Relief({ table }) {
  const [wrong, setWrong] = useState(/** @type {Failure | null} */ (null));
  const seating = table.seating.value;
  const cmd = () => crypto.getRandomValues(new Uint32Array(4)).join('-');
  const take = () => table.send('bots', { seat: seating?.seat, kind: 'person', cmd: cmd() }).then(table.seated).catch((problem) => setWrong(failure(problem)));
  if (!seating?.seats.some((each) => each.seat === seating.seat && each.bot)) return null;
  return html`<p class="relief" role="status">${failedBy(wrong) ?? words.botForYou} <button class="btn" onClick=${take}>${words.takeOver}</button></p>`;
}
