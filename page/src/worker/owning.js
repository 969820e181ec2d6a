import { after } from './posting.js';
import { within } from './vault.js';

/** A lease is renewed so often … */
const RENEWED = 1000;
/** … and taken over when it was not for so long. */
const LASTS = 3000;

/**
 * Let one of all tabs own a device at a time: `begin` is done when it is this one, `end` when it is so no more. Where it
 * cannot begin the next one has its turn, and it fails as that does.
 * @param {string} id @param {string} me @param {{begin: () => Promise<void>, end: () => void}} how
 */
export async function own(id, me, { begin, end }) {
  if (navigator.locks) {
    await navigator.locks.request(`encounter-device ${id}`, async () => {
      await begin();
      return new Promise(() => {});
    });
  }
  let mine = false;
  const failed = /** @type {unknown[]} */ ([]);
  for (;;) {
    const held = await leased(id, me, Date.now()).catch(() => false);
    if (failed.length) throw failed[0];
    if (held && !mine) void begin().catch((why) => failed.push(why));
    if (!held && mine) end();
    mine = held;
    await after(RENEWED);
  }
}

/** Return whether the lease is this one's, now for another while. @param {string} id @param {string} me @param {number} now @returns {Promise<boolean>} */
function leased(id, me, now) {
  return within('leases', 'readwrite', (kept, give) => {
    const known = kept.get(id);
    known.onsuccess = () => {
      const free = !known.result || known.result.holder === me || known.result.until < now;
      give(free);
      if (free) kept.put({ id, holder: me, until: now + LASTS });
    };
  });
}
