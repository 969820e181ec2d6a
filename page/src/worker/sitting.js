import { spelt } from '../../vendor/checks.mjs';
import { Problem } from '../model/call.js';
import { listen } from '../model/stream.js';
import { Alarm, fileName, written } from './alarm.js';
import { Calling } from './calling.js';
import { Duties } from './duties.js';
import { Guard } from './guard.js';
import { History } from './history.js';
import { load, proved } from './loading.js';
import { after } from './posting.js';
import { keep, keepLines } from './vault.js';
import { Waiting } from './waiting.js';

/** @import { Crypto, Line } from '../../vendor/checks.mjs' */
/** @import { Ears, Told } from '../model/stream.js' */
/** @import { Own } from './own.js' */
/** @import { Calls } from './posting.js' */
/** @import { Row } from './vault.js' */

/** Lines after which a device signs how the fight stands. */
const ENDS = ['RoundEnded', 'EncounterEnded', 'LedgerClosed'];
/** Where the server is not reached as a device comes, it comes again after so many milliseconds. */
const AGAIN = 1000;
const RENEWS = ['SeatJoined', 'SeatKeyChanged', 'ChainRenewed'];

/**
 * One device at its table: it hears every line, checks it, keeps it, and does its duties, until somebody cheats.
 * `hears` is told what comes, once it is checked; `changed` that something is to be shown.
 *
 * @typedef {{hears: (told: Told) => void, up: () => void, down: (since: number) => void, changed: () => void}} Tabs
 */
export class Sitting {
  /** @param {Crypto} crypto @param {Own} own @param {Calls} calls @param {Tabs} tabs @param {{fresh: boolean}} how */
  constructor(crypto, own, calls, tabs, { fresh }) {
    this.own = own;
    this.calls = calls;
    this.tabs = tabs;
    this.fresh = fresh;
    this.history = new History(own.kept.encounter, crypto);
    const { seat, party, length } = own.kept;
    this.guard = new Guard(this.history, { seat, party, length }, { last: () => own.last });
    this.duties = new Duties(this);
    this.calling = new Calling(this);
    this.over = false;
    /** @type {string | null} */
    this.trouble = null;
    /** @type {Row[]} */
    this.unkept = [];
    this.roundOver = false;
    /** @type {Promise<void>} */
    this.busy = Promise.resolve();
    this.waiting = new Waiting();
    /** @type {ReturnType<typeof listen> | null} */
    this.stream = null;
  }

  /** Load what is known, and take part from now on. */
  async start() {
    for (let loaded = false; !loaded && !this.over; await after(loaded ? 0 : AGAIN)) {
      await this.#do(() => load(this).then(() => void (loaded = true)));
    }
    if (this.over) return;
    this.stream = listen(`${this.calls.path}/stream`, this.calls.key, this.#ears(), this.history.size - 1);
    void this.duties.show();
  }

  /** @returns {Ears} */
  #ears() {
    return {
      told: (told) => void this.#do(() => this.#hear(told)),
      up: () => {
        this.guard.signs.hears(true);
        this.tabs.up();
      },
      down: (since) => {
        this.guard.signs.hears(false);
        this.tabs.down(since);
      },
      refused: (problem) => void this.#do(() => this.#gone(problem)),
      unread: () => void this.#do(() => this.#unread(null)),
    };
  }

  /** Do something after all that is under way; whoever cheats is told. @param {() => Promise<void> | void} work */
  #do(work) {
    this.busy = this.busy.then(async () => {
      if (this.over) return;
      try {
        await work();
      } catch (wrong) {
        await this.wrong(wrong);
      }
      this.waiting.wake();
    });
    return this.busy;
  }

  /** Take note of what went wrong. @param {unknown} wrong */
  async wrong(wrong) {
    if (wrong instanceof Alarm) await this.raise(wrong);
    else this.trouble = wrong instanceof Error ? wrong.message : String(wrong);
    this.tabs.changed();
  }

  /** @param {Told} told */
  async #hear(told) {
    const { event, data } = told;
    if (event === 'line') {
      if (data === null || typeof data !== 'object' || typeof data.line !== 'object') return this.#unread(data);
      await this.take(spelt(data.line), data.opened, true);
    } else if (event === 'checkpoint') {
      if (typeof data?.note !== 'string') return this.#unread(data);
      await this.note(data.note, false);
    }
    this.tabs.hears(told);
  }

  /** @param {unknown} told */
  #unread(told) {
    const sentence = `What the server tells after line ${this.history.size - 1} is nothing that can be read.`;
    throw new Alarm('faces', sentence, { told: JSON.stringify(told) });
  }

  /** Take a line: check it, keep it, and see whether it leaves this device out. @param {string} raw @param {any} opened @param {boolean} isNew */
  async take(raw, opened, isNew) {
    this.guard.before();
    const line = await this.history.take(raw, opened);
    if (RENEWS.includes(line.type) && line['party'] === this.own.kept.party) await this.own.settle(line['anchor']);
    if (isNew) this.unkept.push({ n: line.n, raw, ...(opened ? { opened } : {}) });
    this.guard.after(line);
    this.roundOver ||= ends(line, opened);
  }

  /** Take a checkpoint, and do what waited for one: give the link, cosign, renew the chain. @param {string} note @param {boolean} ahead */
  async note(note, ahead) {
    if (ahead && (await this.history.setAside(note))) return;
    await this.history.takeNote(note);
    this.mustBeMine();
    const { kept } = this.own;
    kept.note = this.history.note;
    if (this.unkept.length) await keepLines(kept.id, this.unkept.splice(0));
    await keep(kept);
    await this.duties.hand(null);
    this.duties.veto();
    if (this.roundOver) {
      this.roundOver = false;
      this.duties.cosign(note);
    }
    this.tabs.changed();
  }

  /** Stop where the table knows another key under the name of this device. */
  mustBeMine() {
    const { party, joined } = this.own.kept;
    if (!joined || this.own.isKnown(this.history.fight)) return;
    throw new Alarm('replaced', `Another key stands for ${party} at this table: another device took your place.`);
  }

  /** @param {Problem} problem */
  #gone(problem) {
    if (problem.status === 401 || problem.status === 404) {
      throw new Alarm('shrunk', `The server does not have the ${this.history.size} lines any more that it told: ${problem.message}`, problem.told);
    }
    this.trouble = problem.message;
  }

  /** Stop for good, at once; keep what shows why, and ask only then for what proves more. @param {Alarm} alarm */
  async raise(alarm) {
    if (this.own.kept.stopped) return;
    this.stop();
    await this.#holds(alarm);
    const shown = await proved(alarm, this.history, this.calls);
    if (shown !== alarm) await this.#holds(shown);
  }

  /** Tell of an alarm; where the browser keeps nothing it holds for as long as the page is here. @param {Alarm} alarm */
  async #holds(alarm) {
    const { kept } = this.own;
    kept.stopped = { kind: alarm.kind, sentence: alarm.message, file: written(alarm, this.history, kept), name: fileName(alarm.kind, new Date()) };
    this.waiting.wake();
    this.tabs.changed();
    await keep(kept).catch((wrong) => (this.trouble = String(wrong)));
  }

  /** Take no part any more. */
  stop() {
    this.over = true;
    this.stream?.stop();
  }
}

/** Return whether a round, the fight or the ledger ends in a line, or in what lies behind it. @param {Line} line @param {any} opened */
function ends(line, opened) {
  const inner = (opened?.payload?.events ?? []).map((/** @type {{type: string}} */ each) => each.type);
  return [line.type, ...inner].some((type) => ENDS.includes(type));
}
