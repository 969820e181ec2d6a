/** @import { AskedNow } from './types.js' */
/** @import { Table } from './store.js' */

/** Return whether one looks after the fight: as its referee, or from the first seat that plays, which opened it. @param {Table} table */
export function looksAfter({ seating: { value: seating } }) {
  if (!seating) return false;
  const host = seating.seats.find((each) => each.role !== 'spectator');
  return seating.role === 'referee' || host?.seat === seating.seat;
}

/** Return whether the ledger of a fight is closed, so that nothing follows. @param {{announced: {pending: {value: AskedNow | null}}}} table */
export function isClosed({ announced }) {
  return announced.pending.value?.kind === 'closed';
}

/** Return whether one may close the ledger now: the fight is over, and one looks after it. @param {Table} table */
export function mayClose(table) {
  return !!table.view.value?.outcome && !isClosed(table) && looksAfter(table);
}
