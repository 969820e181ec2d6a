/**
 * What this browser keeps of its devices, in IndexedDB: whose they are, their secrets, the links they gave, the lines they saw.
 *
 * @import { Secrets } from './secrets.js'
 * @import { Stopped } from './alarm.js'
 *
 * `asked` is what a device asks others to vouch for, until it sits; `lost` says that it comes in place of one that is lost.
 *
 * @typedef {{id: string, encounter: string, seat: string, party: string, invitation: string, token: string, secrets: Secrets,
 *   chain: number, length: number, joined: boolean, note: string | null, stopped: Stopped | null,
 *   asked: Record<string, any> | null, lost?: boolean}} Kept
 * @typedef {{n: number, raw: string, opened?: object}} Row
 */

const NAME = 'encounter-devices';

/** @type {Promise<IDBDatabase> | null} */
let asked = null;

/** Return the store, which is the same for all that runs of this page; it fails where the browser gives none. */
function opened() {
  asked ??= new Promise((done, failed) => {
    const wanted = indexedDB.open(NAME, 1);
    wanted.onupgradeneeded = () => {
      const made = wanted.result;
      made.createObjectStore('devices', { keyPath: 'id' }).createIndex('encounter', 'encounter');
      made.createObjectStore('given', { keyPath: ['id', 'anchor', 'k'] });
      made.createObjectStore('lines', { keyPath: ['id', 'n'] });
      made.createObjectStore('leases', { keyPath: 'id' });
    };
    wanted.onsuccess = () => done(wanted.result);
    wanted.onerror = () => failed(wanted.error);
  });
  return asked;
}

/**
 * Return what one transaction gives, once all of it is kept for good.
 * @template T
 * @param {string} store @param {IDBTransactionMode} mode @param {(kept: IDBObjectStore, give: (value: T) => void) => void} work
 * @returns {Promise<T>}
 */
export async function within(store, mode, work) {
  const database = await opened();
  return new Promise((done, failed) => {
    /** @type {any} */
    let found;
    const transaction = database.transaction(store, mode, mode === 'readwrite' ? { durability: 'strict' } : {});
    transaction.oncomplete = () => done(found);
    transaction.onabort = () => failed(transaction.error ?? new Error('Nothing could be kept in this browser.'));
    work(transaction.objectStore(store), (value) => (found = value));
  });
}

/**
 * @template T
 * @param {string} store @param {(kept: IDBObjectStore) => IDBRequest<T>} ask
 * @returns {Promise<T>}
 */
function read(store, ask) {
  return within(store, 'readonly', (kept, give) => {
    const request = ask(kept);
    request.onsuccess = () => give(request.result);
  });
}

/** Return the devices that are kept of a fight; none where nothing is. @param {string} encounter @returns {Promise<Kept[]>} */
export function devicesOf(encounter) {
  return read('devices', (kept) => kept.index('encounter').getAll(encounter)).catch(() => []);
}

/** Return the device that came with this key, or calls with it; null where there is none. @param {string} encounter @param {string} key @returns {Promise<Kept | null>} */
export async function deviceOf(encounter, key) {
  return (await devicesOf(encounter)).find((each) => each.invitation === key || each.token === key) ?? null;
}

/** Return a device by its id. @param {string} id @returns {Promise<Kept | undefined>} */
export function device(id) {
  return read('devices', (kept) => kept.get(id));
}

/** Keep a device. @param {Kept} each */
export function keep(each) {
  return within('devices', 'readwrite', (kept) => kept.put(each));
}

/**
 * Forget the devices of a seat, their secrets and the lines they were told; but not which links they gave, none of which
 * may be given twice.
 * @param {{encounter: string, seat: string | null, key: string}} kept
 */
export async function forgetDevice({ encounter, seat, key }) {
  const found = (await devicesOf(encounter)).filter((each) => each.seat === seat || each.invitation === key || each.token === key);
  for (const { id } of found) {
    await within('lines', 'readwrite', (kept) => void kept.delete(IDBKeyRange.bound([id, 0], [id, Infinity])));
    await within('leases', 'readwrite', (kept) => void kept.delete(id));
    await within('devices', 'readwrite', (kept) => void kept.delete(id));
  }
}

/** Return the lines that a device was told, in order. @param {string} id @returns {Promise<Row[]>} */
export function linesOf(id) {
  return read('lines', (kept) => kept.getAll(IDBKeyRange.bound([id, 0], [id, Infinity])));
}

/** Keep lines. @param {string} id @param {Row[]} rows */
export function keepLines(id, rows) {
  return within('lines', 'readwrite', (kept) => rows.forEach((row) => kept.put({ id, ...row })));
}

/** Return the links that a device gave of a chain: the lines they were given for, by their numbers. @param {string} id @param {string} anchor @returns {Promise<Map<number, string>>} */
export async function linksOf(id, anchor) {
  const rows = await read('given', (kept) => kept.getAll(IDBKeyRange.bound([id, anchor, 0], [id, anchor, Infinity])));
  return new Map(rows.map((/** @type {{k: number, declared: string}} */ { k, declared }) => [k, declared]));
}

/**
 * Write down that a link is given for a line, before it leaves; return for which line it is given, which is another one where
 * it was given before, or an empty text where later links were.
 * @param {string} id @param {string} anchor @param {number} k @param {string} declared
 * @returns {Promise<string>}
 */
export function noteLink(id, anchor, k, declared) {
  return within('given', 'readwrite', (kept, give) => {
    const later = kept.getAll(IDBKeyRange.bound([id, anchor, k], [id, anchor, Infinity]));
    later.onsuccess = () => {
      const [first] = later.result;
      if (first) {
        give(first.k === k ? first.declared : '');
        return;
      }
      kept.add({ id, anchor, k, declared });
      give(declared);
    };
  });
}
