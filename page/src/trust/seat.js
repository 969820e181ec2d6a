import { html, useState } from '../../vendor/vendor.mjs';
import { keep, kept } from '../model/keys.js';
import { Table } from '../table/table.js';
import { Device } from './device.js';

/** @import { Table as Store } from '../model/store.js' */
/** @import { Kept } from './vault.js' */

/**
 * What a seat is trusted by: its device, if it has one here, and how it gets one.
 * @typedef {{device: Device | null, declined: boolean, sit: (table: Store, vouched?: string) => Promise<void>, decline: () => void}} Trust
 */

/** A seat at a table, with a device of its own once it wants one. @param {{encounter: string, keyOf: string, mine: Kept | null, custodial: boolean}} props */
export function Seat({ encounter, keyOf, mine, custodial }) {
  const [at, setAt] = useState(() => (mine?.joined ? { key: mine.token, device: again(mine.id) } : { key: keyOf, device: null }));
  const [declined, setDeclined] = useState(custodial);
  const sit = async (/** @type {Store} */ table, /** @type {string | undefined} */ vouched) => {
    const device = new Device();
    table.hush(true);
    try {
      const { id, token, seat } = await device.ask('join', { encounter, key: at.key, vouched });
      const known = await kept(encounter);
      await keep({ title: known?.title ?? null, system: known?.system ?? null, seat, encounter, key: token, at: Date.now() });
      device.begin(id, true);
      setAt({ key: token, device });
      setDeclined(false);
    } catch (wrong) {
      device.close();
      table.hush(false);
      throw wrong;
    }
  };
  const trust = { device: at.device, declined, sit, decline: () => setDeclined(true) };
  return html`<${Table} encounter=${encounter} keyOf=${at.key} trust=${trust} />`;
}

/** Return the device that is kept, going on. @param {string} id */
function again(id) {
  const device = new Device();
  device.begin(id, false);
  return device;
}
