import { signal } from '../../vendor/vendor.mjs';

/** @import { Told } from './stream.js' */
/** @import { AskedNow, LinksOpen, Present, Wishes } from './types.js' */

/** What the stream tells beside the lines. */
const KINDS = /** @type {const} */ (['links', 'seats', 'request', 'deadline', 'pending']);

/** What the stream announces when it begins and whenever it changes, mostly what a table waits for: nobody asks for it. */
export function announcements() {
  const now = {
    /** The roll that waits for links of devices. */
    links: signal(/** @type {LinksOpen | null} */ (null)),
    /** Of each seat with devices those that are there. */
    seats: signal(/** @type {Present[]} */ ([])),
    /** The wishes that stand open. */
    request: signal(/** @type {Wishes} */ ({ rewind: null, end: null })),
    /** When the time of the open decision is up. */
    deadline: signal(/** @type {number | null} */ (null)),
    /** What is asked of whom. */
    pending: signal(/** @type {AskedNow | null} */ (null)),
  };
  return {
    ...now,
    /** Take what was told; return whether it was of this. @param {Told} told */
    hear({ event, data }) {
      const kind = KINDS.find((each) => each === event);
      if (kind) now[kind].value = data[kind];
      return kind !== undefined;
    },
  };
}
