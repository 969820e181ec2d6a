/** Milliseconds of doubt about whether a device counted as there. */
export const MARGIN = 1000;
/** Milliseconds after which a line that exists has come, and a sign of life is known to all processes of the server. */
export const SETTLED = 2000;
/** A device that was not heard of for so long is not asked. */
export const HEARTBEAT = 5000;
/** So long is waited for a link. */
export const PATIENCE = 10000;

/** Signs of life by the clock of this device alone: what the server says of them is not asked. */
export class Signs {
  /** @param {() => number} clock */
  constructor(clock) {
    this.clock = clock;
    /** @type {number | null} */
    this.first = null;
    this.last = 0;
    this.underWay = false;
    /** @type {number | null} */
    this.heard = null;
  }

  /** Take note that one is on its way; after a silence they begin anew. */
  sending() {
    const now = this.clock();
    if (this.first === null || now - this.last > HEARTBEAT - MARGIN) this.first = now;
    this.last = now;
    this.underWay = true;
  }

  /** Take note that it is answered, whatever with, or that nobody was reached. @param {boolean} reached */
  sent(reached) {
    this.underWay = false;
    if (!reached) this.first = null;
  }

  /** Take note that the server begins to tell lines as they come, or ends. @param {boolean} now */
  hears(now) {
    this.heard = now ? this.clock() : null;
  }

  /** Return whether nothing broke them off since long enough before a moment of this clock. @param {number} at */
  lastSince(at) {
    const begun = this.first === null || this.heard === null ? null : Math.max(this.first, this.heard);
    const alive = this.underWay || this.clock() - this.last <= HEARTBEAT - MARGIN;
    return begun !== null && begun <= at - SETTLED && alive;
  }

  /** Return whether a line that comes now was made while this device was surely there. */
  covers() {
    return this.lastSince(this.clock());
  }
}

/** The link for the roll that is open, by the clock of this device: asked for, sent, and answered, when. */
export class LinkAsked {
  /** @param {() => number} clock */
  constructor(clock) {
    this.clock = clock;
    this.roll = 0;
    /** @type {{asked: number | null, sent: number | null, answered: number | null}} */
    this.at = { asked: null, sent: null, answered: null };
  }

  /** Take note that a line asks for it, which was surely made just now if this device was there. @param {number} roll @param {boolean} there */
  asked(roll, there) {
    this.roll = roll;
    this.at = { asked: there ? this.clock() : null, sent: null, answered: null };
  }

  /** Take note that it is on its way. @param {number} roll */
  sending(roll) {
    if (roll === this.roll) this.at.sent ??= this.clock();
  }

  /** Take note that the server answered, whatever it said. @param {number} roll */
  answered(roll) {
    if (roll === this.roll) this.at.answered ??= this.clock();
  }

  /**
   * Return whether the server had it in time, though it never took it: it answered, or left it unanswered for nearly
   * as long as anybody waits, or it was sent within the time that the ledger was waiting.
   * @param {number} roll @param {Signs} signs @param {boolean} waiting
   */
  came(roll, signs, waiting) {
    const { asked, sent, answered } = this.at;
    if (roll !== this.roll || asked === null || sent === null || !signs.lastSince(asked)) return false;
    const now = this.clock();
    if (answered !== null && answered <= now - SETTLED) return true;
    if (sent <= now - (PATIENCE - SETTLED - MARGIN)) return true;
    return waiting && sent <= asked + PATIENCE - 2 * SETTLED - MARGIN;
  }
}
