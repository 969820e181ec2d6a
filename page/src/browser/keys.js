/**
 * The keys of the seats whose links this browser was given, kept in IndexedDB; in memory where there is none.
 *
 * @typedef {{encounter: string, key: string, title: string | null, system: string | null, seat: string | null,
 *   watches?: boolean, custodial?: boolean, at: number}} Kept
 */

/** @type {Map<string, Kept>} */
const memory = new Map();

/** Return under what a seat is kept: of one fight a browser may hold the keys of many. @param {Kept} kept */
export function nameOf({ encounter, seat }) {
  return `${encounter} ${seat ?? ''}`;
}

/** Return the store of keys, or null where the browser gives none. @returns {Promise<IDBDatabase | null>} */
function opened() {
  return new Promise((done) => {
    try {
      const asked = indexedDB.open('encounter-ledger', 2);
      asked.onupgradeneeded = () => made(asked.result, asked.transaction);
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => done(null);
    } catch {
      done(null);
    }
  });
}

/** Make the store of seats, with what was kept when there was one key a fight. @param {IDBDatabase} database @param {IDBTransaction | null} upgrade */
function made(database, upgrade) {
  const seats = database.createObjectStore('seats');
  if (!upgrade || !database.objectStoreNames.contains('keys')) return;
  const before = upgrade.objectStore('keys').getAll();
  before.onsuccess = () => {
    before.result.forEach((/** @type {Kept} */ each) => seats.put(each, nameOf(each)));
    database.deleteObjectStore('keys');
  };
}

/**
 * Return what one transaction on the keys gives.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(seats: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<T | null>}
 */
async function within(mode, work) {
  const database = await opened();
  if (!database) return null;
  return new Promise((done) => {
    const asked = work(database.transaction('seats', mode).objectStore('seats'));
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => done(null);
    asked.transaction?.addEventListener('complete', () => database.close());
  });
}

/** Keep the key of a seat, which this tab comes back to. @param {Kept} kept */
export async function keep(kept) {
  const unnamed = { ...kept, seat: null };
  const arrived = kept.seat !== null && (await all()).some((each) => nameOf(each) === nameOf(unnamed) && each.key === kept.key);
  memory.set(nameOf(kept), kept);
  if (arrived) memory.delete(nameOf(unnamed));
  await within('readwrite', (seats) => {
    // In one step: whoever leaves the page meanwhile holds the seat once.
    if (arrived) seats.delete(nameOf(unnamed));
    return seats.put(kept, nameOf(kept));
  });
  if (kept.seat !== null) choose(kept.encounter, kept.seat);
}

/**
 * Return what is kept of a fight: with a key, what is kept with it; else of the seat that this tab had last, or of the
 * newest.
 * @param {string} encounter @param {string | null} [key] @returns {Promise<Kept | null>}
 */
export async function kept(encounter, key = null) {
  const here = (await all()).filter((each) => each.encounter === encounter);
  if (key !== null) return here.find((each) => each.key === key) ?? null;
  return here.find((each) => each.seat !== null && each.seat === chosen(encounter)) ?? here[0] ?? null;
}

/** Return what is kept, the seat looked at last first. @returns {Promise<Kept[]>} */
export async function all() {
  const stored = (await within('readonly', (seats) => seats.getAll())) ?? [];
  const known = new Map(stored.map((/** @type {Kept} */ each) => [nameOf(each), each]));
  memory.forEach((each, name) => known.set(name, each));
  return [...known.values()].sort((one, other) => other.at - one.at);
}

/** Forget the key of a seat. @param {Kept} kept */
export async function forget(kept) {
  memory.delete(nameOf(kept));
  await within('readwrite', (seats) => seats.delete(nameOf(kept)));
}

/** Have this tab come back to a seat. @param {string} encounter @param {string} seat */
function choose(encounter, seat) {
  try {
    sessionStorage.setItem(`seat ${encounter}`, seat);
  } catch {
    // Where nothing is kept, the newest seat is the one.
  }
}

/** @param {string} encounter */
function chosen(encounter) {
  try {
    return sessionStorage.getItem(`seat ${encounter}`);
  } catch {
    return null;
  }
}
