import { hex } from '../../vendor/checks.mjs';
import { Alarm } from './alarm.js';
import { HEARTBEAT, LinkAsked, MARGIN, Signs } from './signs.js';

/** @import { Line } from '../../vendor/checks.mjs' */
/** @import { History } from './history.js' */

/** Whoever missed a roll is not asked for so many. */
const PENANCE = 10;
/** So many moments are kept in which the server knew the device to be there. */
const BEATS = 8;

/**
 * An open roll as this device sees it.
 * @typedef {{roll: number, line: number, seat: string, declared: string, named: Map<string, number>}} Open
 * @typedef {{seat: string, party: string, length: number}} Mine
 */

/** What a device looks for in every line about itself: that it is asked, for the right link, and not left out. */
export class Guard {
  /** @param {History} history @param {Mine} mine @param {{last: () => number, clock?: () => number}} how `last` is the number of the link given last */
  constructor(history, mine, { last, clock = Date.now }) {
    this.history = history;
    this.mine = mine;
    this.last = last;
    this.signs = new Signs(clock);
    this.given = new LinkAsked(clock);
    /** @type {number[]} */
    this.beats = [];
    /** @type {Set<number>} */
    this.taken = new Set();
    this.next = 1;
    /** @type {Open | null} */
    this.open = null;
  }

  /** The roll that waits for links, as the lines leave it. @returns {Open | null} */
  get opened() {
    const { waiting } = this.history.fight;
    if (!waiting?.roll || waiting.key || !waiting.named.size) return null;
    return { roll: waiting.roll.number, line: waiting.n, seat: waiting.seat, declared: hex(waiting.hash), named: waiting.named };
  }

  /** The number of the link that comes next, as the lines and this device know it. */
  get expected() {
    return Math.max(this.last() + 1, (this.history.fight.devices.get(this.mine.party)?.used ?? 0) + 1);
  }

  /** Take note that the server knew the device to be there, by the server's clock. @param {number} at */
  there(at) {
    this.beats = [...this.beats.slice(1 - BEATS), at];
  }

  /** Look at how things stand before the next line; while a roll is open its number stays what it was. */
  before() {
    this.open = this.opened;
    if (!this.open) this.next = this.expected;
  }

  /** Alarm where the line leaves this device out though it was there, or its link though it was taken. @param {Line} line */
  after(line) {
    if (line.type === 'CommandAccepted' && line['roll'] !== undefined) {
      const named = Object.keys(line['contributors'] ?? {});
      this.#mustList(line, line['roll'], named);
      if (named.includes(this.mine.party)) this.given.asked(line['roll'], this.signs.covers());
    } else if (line.type === 'EntropyRevealed') this.#mustBeIn(line);
    else if (line.type === 'HistoryRewound') this.#mustHaveBeenAsked(line);
  }

  /**
   * Return which link is asked for, if this device is asked for one; what the server took already it may have lost: it gets
   * it again. Alarm where it is not the one that comes next.
   * @param {boolean} again @param {(k: number, declared: string) => boolean} wasGiven
   */
  asked(again, wasGiven) {
    const opened = this.opened;
    const k = opened?.named.get(this.mine.party);
    if (!opened || k === undefined || (this.taken.has(opened.roll) && !again)) return null;
    if (!wasGiven(k, opened.declared) && k !== this.next) {
      throw new Alarm('links', `Link ${k} of ${this.mine.party} is asked for, and the next one is ${this.next}.`);
    }
    return { roll: opened.roll, k, declared: opened.declared };
  }

  /** @param {Line} line */
  #mustBeIn(line) {
    if (!(line['missing'] ?? []).includes(this.mine.party)) return;
    const how = this.#had(line['roll'], (this.history.first['missing'] ?? 'wait') === 'wait');
    if (how) throw new Alarm('missing', `Roll ${line['roll']} was decided without your link, ${how}.`, this.#shown(line));
  }

  /** Return in words that the server had the link for a roll, null where that is not sure. @param {number} roll @param {boolean} waiting */
  #had(roll, waiting) {
    if (this.taken.has(roll)) return 'which the server had taken';
    return this.given.came(roll, this.signs, waiting) ? 'which was sent in time and not taken' : null;
  }

  /** Whoever's link was taken kept nobody waiting: their roll is not taken back without them. @param {Line} line */
  #mustHaveBeenAsked(line) {
    const { open } = this;
    const agreed = [line['by'], ...(line['consents'] ?? []).map((/** @type {{seat: string}} */ each) => each.seat)];
    if (!open || open.seat !== this.mine.seat || agreed.includes(this.mine.seat) || this.history.first['rewind'] !== 'until-roll') return;
    const how = this.#had(open.roll, true);
    if (how) throw new Alarm('missing', `Your roll ${open.roll} was taken back as if your link had not come, ${how}.`, this.#shown(line));
  }

  /** @param {Line} line @param {number} roll @param {string[]} named */
  #mustList(line, roll, named) {
    const { fight, first } = this.history;
    const there = fight.devices.has(this.mine.party) && this.last() < this.mine.length;
    if (first['dice'] !== 'ledger' || (first['entropy'] ?? 'all') !== 'all' || !there) return;
    if (named.some((party) => fight.devices.get(party)?.seat === this.mine.seat)) return;
    const missed = fight.missed.get(this.mine.seat);
    if (missed !== undefined && roll <= missed + PENANCE) return;
    if (this.beats.some((beat) => beat <= line.at && line.at <= beat + HEARTBEAT - MARGIN)) {
      throw new Alarm('unlisted', `Roll ${roll} was made without you, though the server knew that you were there.`, this.#shown(line));
    }
    if (this.signs.covers()) {
      throw new Alarm('unlisted', `Roll ${roll} was made without you, though you were there, whatever the server says of it.`, this.#shown(line));
    }
  }

  /** @param {Line} line */
  #shown(line) {
    return { line: this.history.raw[line.n] };
  }
}
