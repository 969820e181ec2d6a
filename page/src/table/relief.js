import { html, useState } from '../../vendor/vendor.mjs';
import { words } from '../strings/words.js';

/** @import { Table as Store } from '../model/store.js' */

/** That a bot plays one's own seat, and the way to play it oneself. @param {{table: Store}} props */
export function Relief({ table }) {
  const [wrong, setWrong] = useState('');
  const seating = table.seating.value;
  const cmd = () => crypto.getRandomValues(new Uint32Array(4)).join('-');
  const take = () => table.send('bots', { seat: seating?.seat, kind: 'person', cmd: cmd() }).then(table.seated).catch((problem) => setWrong(problem.message));
  if (!seating?.seats.some((each) => each.seat === seating.seat && each.bot)) return null;
  return html`<p class="relief" role="status">${wrong || words.botForYou} <button class="btn" onClick=${take}>${words.takeOver}</button></p>`;
}
