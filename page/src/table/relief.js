import { html, useState } from '../../vendor/vendor.mjs';
import { failure } from '../model/failing.js';
import { failedBy } from '../strings/english.js';
import { words } from '../strings/sheets.js';

/** @import { Failure } from '../model/types.js' */
/** @import { Table as Store } from '../model/store.js' */

/** That a bot plays one's own seat, and the way to play it oneself. @param {{table: Store}} props */
export function Relief({ table }) {
  const [wrong, setWrong] = useState(/** @type {Failure | null} */ (null));
  const seat = table.seating.value?.seat;
  const take = () => {
    setWrong(null);
    void table.numbers.of({ person: seat }, (cmd) => table.send('bots', { seat, kind: 'person', cmd })).then(table.seated).catch((problem) => setWrong(failure(problem)));
  };
  return html`<p class="relief" role="status">${failedBy(wrong) ?? words.botForYou} <button class="btn" onClick=${take}>${words.takeOver}</button></p>`;
}
