import { base64 } from '../../vendor/checks.mjs';
import { chainOf } from './chain.js';
import { seedOf, signing } from './secrets.js';
import { keep, linksOf } from './vault.js';

/** @import { Crypto, Fight } from '../../vendor/checks.mjs' */
/** @import { Chain } from './chain.js' */
/** @import { Speaker } from './saying.js' */
/** @import { Kept } from './vault.js' */

/** A device as it is used: what signs for it, its chain, and the links that it gave. */
export class Own {
  /** @param {Crypto} crypto @param {Kept} kept @param {Chain} chain @param {Map<number, string>} links */
  constructor(crypto, kept, chain, links) {
    this.crypto = crypto;
    this.kept = kept;
    this.chain = chain;
    this.links = links;
    const { encounter, seat, party, secrets } = kept;
    /** @type {Speaker} */
    this.who = { encounter, seat, party, public: secrets.public, sign: signing(secrets) };
  }

  /** Return the device that is kept, ready to be used. @param {Crypto} crypto @param {Kept} kept */
  static async of(crypto, kept) {
    const chain = await chainNumber(crypto, kept, kept.chain);
    return new Own(crypto, kept, chain, await linksOf(kept.id, chain.anchor));
  }

  /** The number of the link that was given last. */
  get last() {
    return Math.max(0, ...this.links.keys());
  }

  /** How many links were not given yet. */
  get left() {
    return this.chain.length - this.last;
  }

  /** Return the chain that follows this one. */
  following() {
    return chainNumber(this.crypto, this.kept, this.kept.chain + 1);
  }

  /** Take note of a line that begins a chain of this device. @param {string} anchor */
  async settle(anchor) {
    if (anchor === this.chain.anchor) return;
    const next = await this.following();
    if (anchor !== next.anchor) return;
    this.kept.chain += 1;
    await keep(this.kept);
    this.chain = next;
    this.links = await linksOf(this.kept.id, anchor);
  }

  /** Return whether the table knows this key under this name. @param {Fight} fight */
  isKnown(fight) {
    const known = fight.devices.get(this.kept.party);
    return known !== undefined && base64(known.key) === this.who.public;
  }
}

/** @param {Crypto} crypto @param {Kept} kept @param {number} k */
async function chainNumber(crypto, kept, k) {
  return chainOf(crypto, await seedOf(crypto, kept.secrets, kept, k), kept, kept.length);
}
