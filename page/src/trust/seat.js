import { html, useState } from '../../vendor/vendor.mjs';
import { Problem } from '../model/call.js';
import { failure } from '../model/failing.js';
import { keep, kept } from '../browser/keys.js';
import { words } from '../strings/words.js';
import { Table } from '../table/table.js';
import { Device } from './device.js';

/** @import { Failure } from '../model/types.js' */
/** @import { Kept } from '../worker/vault.js' */

/**
 * What a seat is trusted by: its device, if it has one here, and how it gets one. `wrong` says why it got none, and what
 * another device would have to vouch for.
 * @typedef {{device: Device | null, declined: boolean, wrong: {failed: Failure, request: string | null} | null,
 *   sit: (how?: {vouched?: string, lost?: string}) => Promise<void>, decline: () => void}} Trust
 */

/** A seat at a table, with a device of its own once it wants one. @param {{encounter: string, keyOf: string, mine: Kept | null, custodial: boolean}} props */
export function Seat({ encounter, keyOf, mine, custodial }) {
  const [at, setAt] = useState(() => (mine?.joined ? { key: mine.token, device: again(mine.id) } : { key: keyOf, device: null }));
  const [declined, setDeclined] = useState(custodial);
  const [wrong, setWrong] = useState(/** @type {Trust['wrong']} */ (null));
  const [busy, setBusy] = useState(false);
  const sit = async (/** @type {{vouched?: string, lost?: string}} */ how = {}) => {
    // The table is left meanwhile: its key is good for nothing once another one is.
    setBusy(true);
    setDeclined(false);
    const device = new Device();
    try {
      const { id, token, seat } = await device.ask('join', { encounter, key: at.key, ...how });
      const known = await kept(encounter, at.key);
      await keep({ title: known?.title ?? null, system: known?.system ?? null, seat, encounter, key: token, at: Date.now() });
      device.begin(id, true);
      setAt({ key: token, device });
      setWrong(null);
    } catch (problem) {
      device.close();
      setWrong(told(problem));
    }
    setBusy(false);
  };
  if (busy) return html`<main class="sheet"><p class="lead" role="status">${words.trust.making}</p></main>`;
  const trust = { device: at.device, declined, wrong, sit, decline: () => setDeclined(true) };
  return html`<${Table} encounter=${encounter} keyOf=${at.key} trust=${trust} />`;
}

/** @param {unknown} problem @returns {Trust['wrong']} */
function told(problem) {
  const { request } = problem instanceof Problem ? /** @type {{request?: string}} */ (problem.told) : {};
  return { failed: failure(problem), request: request ?? null };
}

/** Return the device that is kept, going on. @param {string} id */
function again(id) {
  const device = new Device();
  device.begin(id, false);
  return device;
}
