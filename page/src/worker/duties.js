import { Problem } from '../model/call.js';
import { Alarm } from './alarm.js';
import { after, NoServer } from './posting.js';
import { cosigning, linking, renewing, vetoing } from './saying.js';
import { noteLink } from './vault.js';

/** @import { Sitting } from './sitting.js' */

/** Milliseconds between two signs of life. */
const BEAT = 2000;
/** So many calls with the link of one roll may be under way at once. */
const OF_ONE = 2;
/** A chain with so few links left is followed by another. */
const RENEW_AT = 16;
/** What is answered where the server itself is not reached. */
const NOBODY_THERE = [502, 503, 504];

/** What a device does by itself: it shows that it is there, gives links, cosigns, renews its chain, says no to thieves. */
export class Duties {
  /** @param {Sitting} sitting */
  constructor(sitting) {
    this.at = sitting;
    this.given = 0;
    this.renewing = false;
    /** How many calls with the link of a roll are under way, and when the last began. @type {Map<number, {open: number, at: number}>} */
    this.handed = new Map();
    /** @type {Set<number>} */
    this.vetoed = new Set();
  }

  /** Show that the device is there, every two seconds, until all is over. */
  async show() {
    while (!this.at.over) {
      await this.beat().catch((wrong) => this.at.wrong(wrong));
      if (this.at.own.left <= RENEW_AT) void this.renew();
      await after(BEAT);
    }
  }

  /** Show that the device is there, now. */
  async beat() {
    const { guard, history, own } = this.at;
    const [size, next] = [history.size, this.renewing ? 1 : guard.expected];
    const began = Date.now();
    const told = await this.#sign({ party: own.kept.party, next });
    if (told.version + 1 < size) throw new Alarm('shrunk', `The server has ${told.version + 1} lines, and told ${size} before.`, told);
    guard.there(told.at);
    if (this.at.trouble !== null) {
      this.at.trouble = null;
      this.at.tabs.changed();
    }
    if (told.waiting?.parties?.includes(own.kept.party) && history.covered === history.size) await this.hand(began);
  }

  /** @param {object} body @returns {Promise<{version: number, at: number, waiting?: {parties?: string[]}}>} */
  async #sign(body) {
    const { signs } = this.at.guard;
    signs.sending();
    let reached = true;
    try {
      const told = await this.at.calls.json('/presence', body);
      if (Number.isInteger(told?.version) && Number.isInteger(told?.at)) return told;
    } catch (wrong) {
      reached = wrong instanceof Problem && !NOBODY_THERE.includes(wrong.status);
      throw wrong;
    } finally {
      signs.sent(reached);
    }
    throw new NoServer('What the server answers to a sign of life is none.');
  }

  /**
   * Give the link that is asked for, if one is; it is kept for which line before it leaves. What the server did not have
   * by a moment, though it was sent before, it gets again.
   * @param {number | null} lacked
   */
  async hand(lacked) {
    const { own, guard } = this.at;
    const wanted = guard.asked(lacked !== null, (k, declared) => own.links.get(k) === declared);
    const handed = this.handed.get(wanted?.roll ?? 0) ?? { open: 0, at: 0 };
    if (!wanted || handed.open >= OF_ONE || (lacked !== null && handed.at >= lacked)) return;
    const { roll, k, declared } = wanted;
    const noted = await noteLink(own.kept.id, own.chain.anchor, k, declared);
    if (noted !== declared) {
      const sentence = noted ? 'was given for another line: two histories are being told.' : 'is asked for after later ones were given.';
      throw new Alarm('forked', `Link ${k} of ${own.kept.party} ${sentence}`);
    }
    own.links.set(k, declared);
    Object.assign(handed, { open: handed.open + 1, at: Date.now() });
    this.handed.set(roll, handed);
    const body = await linking(own.who, { roll, declared, k, link: await own.chain.link(k) });
    void this.#give(roll, body).catch((wrong) => this.at.wrong(wrong)).finally(() => (handed.open -= 1));
  }

  /** @param {number} roll @param {object} body */
  async #give(roll, body) {
    const { guard, calls } = this.at;
    if (this.at.over) return;
    guard.given.sending(roll);
    try {
      await calls.text('/links', body);
    } catch (wrong) {
      if (!(wrong instanceof Problem)) throw wrong;
      guard.given.answered(roll);
      // Decided or taken back meanwhile: the lines will tell.
      if (wrong.status >= 500) throw wrong;
      return;
    }
    if (!guard.taken.has(roll)) this.given += 1;
    guard.taken.add(roll);
    this.at.tabs.changed();
  }

  /** Sign how the fight stands, at the end of a round, of the fight and of the ledger. @param {string} note */
  cosign(note) {
    const { own, calls } = this.at;
    const seconds = Math.floor(Date.now() / 1000);
    void cosigning(own.crypto, own.who, note, seconds).then((body) => calls.text('/cosignatures', body)).catch((wrong) => this.at.wrong(wrong));
  }

  /** Begin another chain before the links are spent; until its line is here, signs of life count by none. */
  async renew() {
    const { own, guard } = this.at;
    if (this.renewing || guard.opened || own.left > RENEW_AT) return;
    this.renewing = true;
    try {
      const chain = await own.following();
      await this.at.calling.sent('/chains', (seen, seq) => renewing(own.who, chain, seen, seq));
    } catch (wrong) {
      await this.at.wrong(wrong);
    } finally {
      this.renewing = false;
    }
  }

  /** Say no to every key that is asked for in place of one of this seat: whoever is there lost nothing. */
  veto() {
    const { history, own, calls } = this.at;
    for (const line of history.fight.keysAsked.values()) {
      if (line['seat'] !== own.kept.seat || line['key'] === own.who.public || this.vetoed.has(line.n)) continue;
      this.vetoed.add(line.n);
      void vetoing(own.who, line.n, history.seen()).then((body) => calls.text('/vetoes', body)).catch((wrong) => this.at.wrong(wrong));
    }
  }
}

