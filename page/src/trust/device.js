import { signal } from '../../vendor/vendor.mjs';
import { Problem } from '../model/call.js';
import { words } from '../strings/words.js';

/** @import { Standing } from '../worker/standing.js' */
/** @import { Word } from '../worker/hub.js' */
/** @import { Told } from '../model/stream.js' */

/**
 * Who hears what a device was told.
 * @typedef {{told: (told: Told) => void, up: () => void, down: (since: number) => void}} Listener
 */

/** The address of what runs beside the page, said to be one that may run. @returns {string} */
function program() {
  const address = new URL('./worker.js', import.meta.url).href;
  const types = /** @type {any} */ (globalThis).trustedTypes;
  policy ??= types?.createPolicy('page', { createScriptURL: (/** @type {string} */ url) => url });
  return policy ? policy.createScriptURL(address) : address;
}

/** @type {any} */
let policy;

/** The device of a seat, as one tab reaches it. */
export class Device {
  constructor() {
    /** How it stands, once it has looked. */
    this.standing = signal(/** @type {Standing | null} */ (null));
    /** Why it cannot be had, where it cannot: then nothing is told either. */
    this.wrong = signal(/** @type {Problem | null} */ (null));
    /** @type {Map<number, {done: (value: any) => void, failed: (why: Error) => void}>} */
    this.open = new Map();
    /** @type {Set<Listener>} */
    this.listeners = new Set();
    /** What was told beside the lines, of each kind the newest. @type {Map<string, Told>} */
    this.beside = new Map();
    this.count = 0;
    this.isUp = false;
    /** Whether anything was ever heard of what runs beside the page. */
    this.lives = false;
    this.worker = new Worker(program(), { type: 'module' });
    this.worker.onmessage = ({ data }) => this.#heard(data);
    this.worker.onerror = () => this.#fails();
  }

  /** Sit down, or go on. @param {string} id @param {boolean} fresh */
  begin(id, fresh) {
    this.worker.postMessage({ number: 0, what: 'begin', with: { id, fresh } });
  }

  /** Return what came of something that is asked; Problem. @param {string} what @param {object} said @returns {Promise<any>} */
  ask(what, said) {
    if (!this.lives && this.wrong.value) return Promise.reject(this.wrong.value);
    const number = (this.count += 1);
    return new Promise((done, failed) => {
      this.open.set(number, { done, failed });
      this.worker.postMessage({ number, what, with: said });
    });
  }

  close() {
    this.worker.terminate();
  }

  /** What runs beside the page does not run in this browser: nothing that is asked has an answer. */
  #fails() {
    if (!this.lives) this.#cannot(noWorker());
    for (const { failed } of this.open.values()) failed(noWorker());
    this.open.clear();
  }

  /** @param {Problem} wrong */
  #cannot(wrong) {
    this.wrong.value = wrong;
    this.isUp = false;
    this.listeners.forEach((each) => each.down(Date.now()));
  }

  /** @param {Word} word */
  #heard(word) {
    this.lives = true;
    if ('answer' in word) {
      const open = this.open.get(word.answer);
      this.open.delete(word.answer);
      if (word.problem) open?.failed(new Problem(word.problem.status, word.problem.told));
      else open?.done(word.value);
    } else if ('standing' in word) {
      this.standing.value = word.standing;
      this.wrong.value = null;
    } else if ('failed' in word) this.#cannot(new Problem(word.failed.status, word.failed.told));
    else if ('told' in word) {
      if (word.told.id === null) this.beside.set(word.told.event, word.told);
      this.listeners.forEach((each) => each.told(word.told));
    }
    else if ('up' in word) {
      this.isUp = true;
      this.listeners.forEach((each) => each.up());
    } else {
      this.isUp = false;
      this.listeners.forEach((each) => each.down(word.down));
    }
  }
}

function noWorker() {
  return new Problem(0, { detail: words.trust.noWorker, lang: words.language });
}
