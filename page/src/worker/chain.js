import { bytes, hex, joined } from '../../vendor/checks.mjs';

/** @import { Crypto } from '../../vendor/checks.mjs' */

/** A chain has so many links … */
export const LENGTH = 4096;
/** … of which every so manyth is kept: the others are hashed again from the next one that is. */
const KEPT = 64;
const LINK = bytes('el1/link\n');

/**
 * The links of one party: each is the hash of the next, and the first, the anchor, is shown when it begins.
 * @typedef {{anchor: string, length: number, link: (k: number) => Promise<Uint8Array>}} Chain
 */

/**
 * Return the chain that a seed makes.
 * @param {Crypto} crypto @param {Uint8Array} seed @param {{encounter: string, party: string}} whose @param {number} length
 * @returns {Promise<Chain>}
 */
export async function chainOf(crypto, seed, { encounter, party }, length) {
  const kept = new Map([[length, await crypto.hmac(seed, bytes(`el1/chain\n${encounter}\n${party}\n${length}\n`))]]);
  /** @param {number} from @param {number} to */
  const down = async (from, to) => {
    let link = /** @type {Uint8Array} */ (kept.get(from));
    for (let k = from; k > to; k -= 1) {
      link = await crypto.sha256(joined(LINK, link));
      if ((k - 1) % KEPT === 0) kept.set(k - 1, link);
    }
    return link;
  };
  const anchor = hex(await down(length, 0));
  return { anchor, length, link: (k) => down(Math.min(length, Math.ceil(k / KEPT) * KEPT), k) };
}
