import { asked, Problem, problem } from '../model/call.js';

/** So often a call is tried where the network fails or the server is busy … */
const TRIES = 4;
/** … and for so long each time, in milliseconds. */
const TIMEOUT = 15000;

/** Nobody answers, or with what no server says. */
export class NoServer extends Error {}

/** Return after so long. @param {number} milliseconds @returns {Promise<void>} */
export const after = (milliseconds) => new Promise((done) => void setTimeout(done, milliseconds));

/** Calls to the server with the key of a device: whatever is sent here may be sent again. */
export class Calls {
  /** @param {string} path @param {string} key */
  constructor(path, key) {
    this.path = path;
    this.key = key;
  }

  /** Return the text of an answer; Problem, NoServer. @param {string} path @param {object} [body] */
  async text(path, body) {
    for (let number = 0; number < TRIES; number += 1) {
      const answer = await asked(this.path + path, { key: this.key, signal: AbortSignal.timeout(TIMEOUT), ...(body ? { body } : {}) }).catch(() => null);
      const text = await answer?.text().catch(() => null);
      if (answer && typeof text === 'string') {
        if (answer.ok) return text;
        if (answer.status !== 503 || number === TRIES - 1) throw new Problem(answer.status, problem(text));
        await after(200 * 2 ** number);
      } else if (number < TRIES - 1) await after(number ? 100 * 3 ** number : 0);
    }
    throw new NoServer('The server does not answer.');
  }

  /** Return the JSON of an answer; Problem, NoServer. @param {string} path @param {object} [body] @returns {Promise<any>} */
  async json(path, body) {
    const text = await this.text(path, body);
    try {
      return JSON.parse(text);
    } catch {
      throw new NoServer('The server answers with what is no JSON: nothing was done with it.');
    }
  }
}
