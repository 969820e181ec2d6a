import { Problem } from '../model/call.js';
import { loaded, NotHere } from '../browser/loading.js';
import { Own } from './own.js';
import { own } from './owning.js';
import { after, Calls } from './posting.js';
import { computing } from './secrets.js';
import { Sitting } from './sitting.js';
import { standing } from './standing.js';
import { device } from './vault.js';
import { hex } from '../../vendor/checks.mjs';
import { random } from './secrets.js';

/** @import { Crypto } from '../../vendor/checks.mjs' */
/** @import { Told } from '../model/stream.js' */
/** @import { Standing } from './standing.js' */

/**
 * What a tab asks of a device, and what it is told.
 *
 * @typedef {{number: number, what: string, with: any}} Ask
 * @typedef {{told: Told} | {up: true} | {down: number} | {standing: Standing} | {failed: Refusal} | {answer: number, value?: any, problem?: Refusal}} Word
 * @typedef {{status: number, told: {detail?: string, type?: string, rule?: string, request?: string}}} Refusal
 */

/** What a device needs to come to a table, once. */
const coming = loaded('coming', () => import('../trust/coming.js'));
/** What is missing to sign is asked for again after so many milliseconds. */
const AGAIN = 1000;
const AWAY = 'The server was not reached, and a part of the page is missing. Try again.';
const NOT_KEPT = 'This browser does not keep the key of your device any more.';
const NEWER = 'The server has a newer page: load it anew.';

/** What stands between one tab and the device, wherever that is: one tab of all owns it, the others ask through it. */
export class Hub {
  /** @param {(word: Word) => void} tell */
  constructor(tell) {
    this.tell = tell;
    this.me = hex(random(8));
    /** @type {Map<number, Ask>} */
    this.open = new Map();
    /** @type {Sitting | null} */
    this.sitting = null;
    /** Why the device could not be had here, until another tab has it. @type {Refusal | null} */
    this.wrong = null;
    /** @type {BroadcastChannel | null} */
    this.channel = null;
    /** What was told beside the lines, of each kind the newest: whoever comes later is told it too. @type {Map<string, Word>} */
    this.beside = new Map();
  }

  /** Do what the tab of this worker asks. @param {Ask} ask */
  asked(ask) {
    if (ask.what === 'begin') void this.#begin(ask.with.id, ask.with.fresh).catch((wrong) => this.#fails(wrong));
    else if (ask.what === 'join') void this.#answer(ask, (word) => this.tell(word));
    else {
      this.open.set(ask.number, ask);
      this.#pass(ask);
    }
  }

  /** @param {Ask} ask */
  #pass(ask) {
    if (knows(this.sitting)) void this.#answer(ask, (word) => this.#own(word));
    else if (this.wrong) this.#own({ answer: ask.number, problem: this.wrong });
    else this.channel?.postMessage({ ask, from: this.me });
  }

  /** Answer what is asked by why the device cannot be had: nobody waits for it. @param {unknown} wrong */
  #fails(wrong) {
    this.sitting?.stop();
    this.sitting = null;
    this.wrong = refusal(wrong);
    this.tell({ failed: this.wrong });
    this.open.forEach((ask) => this.#pass(ask));
  }

  /** @param {Word} word */
  #own(word) {
    if ('answer' in word) this.open.delete(word.answer);
    this.tell(word);
  }

  /** @param {string} id @param {boolean} fresh */
  async #begin(id, fresh) {
    this.channel = new BroadcastChannel(`encounter-device ${id}`);
    this.channel.onmessage = ({ data }) => this.#heard(data);
    this.channel.postMessage({ hello: true });
    await own(id, this.me, {
      begin: () => this.#sit(id, fresh),
      end: () => {
        this.sitting?.stop();
        this.sitting = null;
      },
    });
  }

  /** @param {any} data */
  #heard(data) {
    if ('word' in data) {
      if (data.to === undefined) this.tell(data.word);
      else if (data.to === this.me) this.#own(data.word);
    } else if (data.owner) {
      this.wrong = null;
      this.open.forEach((ask) => this.#pass(ask));
    } else if (!this.sitting) return;
    else if (data.hello) {
      void this.#show();
      this.beside.forEach((word) => this.#all(word));
    } else if (data.ask && knows(this.sitting)) void this.#answer(data.ask, (word) => this.channel?.postMessage({ word, to: data.from }));
  }

  /** Tell every tab. @param {Word} word */
  #all(word) {
    this.tell(word);
    this.channel?.postMessage({ word });
  }

  /** @param {string} id @param {boolean} fresh */
  async #sit(id, fresh) {
    const kept = await device(id);
    if (!kept) throw new Error(NOT_KEPT);
    const crypto = await computes();
    const calls = new Calls(`/api/encounters/${kept.encounter}`, kept.token);
    const tabs = {
      hears: (/** @type {Told} */ told) => {
        if (told.id === null) this.beside.set(told.event, { told });
        this.#all({ told });
      },
      up: () => this.#all({ up: true }),
      down: (/** @type {number} */ since) => this.#all({ down: since }),
      changed: () => void this.#show(),
    };
    this.sitting = new Sitting(crypto, await Own.of(crypto, kept), calls, tabs, { fresh });
    if (kept.stopped) this.sitting.over = true;
    else await this.sitting.start();
    await this.#show();
    this.channel?.postMessage({ owner: true });
    this.open.forEach((ask) => this.#pass(ask));
  }

  async #show() {
    if (this.sitting) this.#all({ standing: await standing(this.sitting) });
  }

  /** @param {Ask} ask @param {(word: Word) => void} tell */
  async #answer(ask, tell) {
    try {
      tell({ answer: ask.number, value: await this.#done(ask) });
    } catch (wrong) {
      tell({ answer: ask.number, problem: refusal(wrong) });
    }
  }

  /** @param {Ask} ask @returns {Promise<any>} */
  async #done({ what, with: said }) {
    if (what === 'join') return (await coming()).comes(await computing(), said);
    const sitting = /** @type {Sitting} */ (this.sitting);
    if (what === 'declare') return sitting.calling.declare(said.action, said);
    if (what === 'invite') return sitting.calling.invite();
    if (what === 'inviteLost') return new URL(await sitting.calling.inviteLost(String(said.lost).trim()), location.origin).href;
    if (what === 'call') return sitting.calling.call(said.act, said.fields, said.cmd);
    if (what === 'asks') return (await coming()).asks(sitting, said.request);
    if (what === 'vouch') return (await coming()).vouches(sitting, said.request);
    // What is left to ask is to compare.
    try {
      return await sitting.history.compared(said.pasted);
    } catch (alarm) {
      await sitting.wrong(alarm);
      throw alarm;
    }
  }
}

/** Return whether a device can be asked: it has loaded the fight, or takes no part in it any more. @param {Sitting | null} sitting */
function knows(sitting) {
  return sitting !== null && (sitting.over || sitting.stream !== null);
}

/** Return what computes here, however long it takes to come. @returns {Promise<Crypto>} */
async function computes() {
  for (;;) {
    const own = await computing().catch(() => null);
    if (own) return own;
    await after(AGAIN);
  }
}

/** @param {unknown} wrong @returns {Refusal} */
function refusal(wrong) {
  if (wrong instanceof Problem) return { status: wrong.status, told: wrong.told };
  if (wrong instanceof NotHere) return { status: 0, told: { detail: wrong.newer ? NEWER : AWAY } };
  const detail = wrong instanceof Error ? wrong.message : String(wrong);
  return { status: 0, told: { detail, ...(wrong instanceof Error && 'request' in wrong ? { request: String(wrong.request), type: 'not-vouched' } : {}) } };
}
