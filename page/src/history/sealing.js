/** @import { Entry, Seating } from '../model/types.js' */

/** Return the numbers of the entries that a seat keeps shut, as the chronicle tells it. @param {Entry[]} entries @param {string | undefined} [seat] */
export function keptShut(entries, seat) {
  return new Set(entries.flatMap((entry) => {
    const [, n] = /^[^:]* keeps shut what line (\d+) sealed/.exec(entry.text) ?? [];
    return entry.kind === 'table' && n !== undefined && (seat === undefined || entry.seat === seat) ? [Number(n)] : [];
  }));
}

/**
 * Return the entries of a ledger that is closed, the last of which tells of that: everybody may read what it sealed, and what
 * was sealed by whoever closed it; what is kept shut, and a note of another seat, only those who could before.
 * @param {Entry[]} entries @param {Seating | null} seating
 */
export function opened(entries, seating) {
  const closing = entries[entries.length - 1];
  const shut = keptShut(entries);
  const isStill = (/** @type {Entry} */ { n, seat, only }) => shut.has(n) || (seat !== closing?.seat && (seating?.role === 'referee' || seat === seating?.seat || !!only?.includes(seating?.seat ?? '')));
  return entries.map((entry) => (entry.only && !isStill(entry) ? { ...entry, only: null } : entry));
}

/** Return what of a chronicle a seat sealed, and can still open to everybody. @param {Entry[]} entries @param {string | undefined} seat */
export function sealedBy(entries, seat) {
  return entries.filter((entry) => entry.only && entry.undone_by === null && entry.seat === seat && (entry.dice.length > 0 || /\((?:private|sealed)\)/.test(entry.text)));
}
