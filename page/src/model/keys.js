/**
 * The keys of the fights whose links this browser was given, kept in IndexedDB; in memory where there is none.
 *
 * @typedef {{encounter: string, key: string, title: string | null, system: string | null, seat: string | null,
 *   watches?: boolean, custodial?: boolean, at: number}} Kept
 */

/** @type {Map<string, Kept>} */
const memory = new Map();

/** Return the store of keys, or null where the browser gives none. @returns {Promise<IDBDatabase | null>} */
function opened() {
  return new Promise((done) => {
    try {
      const asked = indexedDB.open('encounter-ledger', 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore('keys', { keyPath: 'encounter' });
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => done(null);
    } catch {
      done(null);
    }
  });
}

/**
 * Return what one transaction on the keys gives.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(keys: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<T | null>}
 */
async function within(mode, work) {
  const database = await opened();
  if (!database) return null;
  return new Promise((done) => {
    const asked = work(database.transaction('keys', mode).objectStore('keys'));
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => done(null);
    asked.transaction?.addEventListener('complete', () => database.close());
  });
}

/** Keep the key of a fight. @param {Kept} kept */
export async function keep(kept) {
  memory.set(kept.encounter, kept);
  await within('readwrite', (keys) => keys.put(kept));
}

/** Return what is kept of a fight. @param {string} encounter @returns {Promise<Kept | null>} */
export async function kept(encounter) {
  return memory.get(encounter) ?? (await within('readonly', (keys) => keys.get(encounter))) ?? null;
}

/** Return what is kept, the fight looked at last first. @returns {Promise<Kept[]>} */
export async function all() {
  const stored = (await within('readonly', (keys) => keys.getAll())) ?? [];
  const known = new Map(stored.map((/** @type {Kept} */ each) => [each.encounter, each]));
  memory.forEach((each, encounter) => known.set(encounter, each));
  return [...known.values()].sort((one, other) => other.at - one.at);
}

/** Forget the key of a fight. @param {string} encounter */
export async function forget(encounter) {
  memory.delete(encounter);
  await within('readwrite', (keys) => keys.delete(encounter));
}
