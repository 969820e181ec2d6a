import { Problem } from '../model/call.js';
import { placed } from './paths.js';
import { call, declaring, fresh } from './saying.js';

/** @import { Sitting } from './sitting.js' */
/** @import { Seen } from './saying.js' */

/** Milliseconds that a call waits for its own line, or for a roll that is open, before it goes on without. */
const PATIENCE = 30000;
const AGAIN = 3;
/** Calls in the name of a seat, each signed and counted, one at a time. */
export class Calling {
  /** @param {Sitting} sitting */
  constructor(sitting) {
    this.at = sitting;
    /** @type {Promise<unknown>} */
    this.last = Promise.resolve();
  }

  /** Give a command and return what came of it, its dice included; it rests on the first `at` lines, or on all. @param {Record<string, unknown>} action @param {{cmd?: string, at?: number | null, secret?: boolean}} how */
  async declare(action, { cmd = fresh(), at = null, secret = false }) {
    const { own, history } = this.at;
    const answer = await this.sent('/commands', (seen, seq) =>
      declaring(own.crypto, own.who, action, { seen: at === null ? seen : history.seen(Math.min(at, history.size)), seq, cmd, secret }),
    );
    await this.#decided(answer.lines?.[0]?.n ?? answer.version);
    return answer;
  }

  /** Make a call that is no command: rewind, answer_rewind, type_dice, go_on, contest and the like. @param {string} act @param {Record<string, unknown>} fields @param {string} [cmd] */
  call(act, fields, cmd = fresh()) {
    const { path, told } = placed(act, fields);
    return this.sent(path, async (seen, seq) => ({ ...told, ...(await call(this.at.own.who, { do: act, ...fields }, seen, seq, cmd)) }));
  }

  /** Return a link for another device of the seat, which this one will have to vouch for. @returns {Promise<string>} */
  async invite() {
    const { seat } = this.at.own.kept;
    const body = async (/** @type {Seen} */ seen, /** @type {number} */ seq) => ({ seat, ...(await call(this.at.own.who, { do: 'invite', seat }, seen, seq)) });
    return (await this.#posted('/invitations', body, AGAIN)).invitation;
  }

  /** Return a link with which somebody asks for another key in place of a lost device; the host or the referee gives it. @param {string} lost @returns {Promise<string>} */
  async inviteLost(lost) {
    const seat = this.at.history.fight.devices.get(lost)?.seat;
    if (seat === undefined) throw new Error(`There is no device ${lost} at this table.`);
    return (await this.at.calls.json('/invitations', { seat, lost, cmd: fresh() })).invitation;
  }

  /** Send a call and return what it came to, once its lines are known here too. @param {string} path @param {(seen: Seen, seq: number) => Promise<object>} body @returns {Promise<any>} */
  async sent(path, body) {
    const answer = await this.#posted(path, body, AGAIN);
    await this.#until(() => this.at.history.covered > answer.version);
    if (this.at.own.kept.stopped) this.#mustGoOn();
    return answer;
  }

  /** @param {string} path @param {(seen: Seen, seq: number) => Promise<object>} body @param {number} tries @returns {Promise<any>} */
  async #posted(path, body, tries) {
    this.#mustGoOn();
    const { history, own, calls } = this.at;
    const sending = this.last.catch(() => {}).then(async () => {
      this.#mustGoOn();
      const said = await body(history.seen(), (history.fight.counts.get(own.kept.seat) ?? 0) + 1);
      this.#mustGoOn();
      return calls.json(path, said);
    });
    this.last = sending;
    try {
      return await sending;
    } catch (problem) {
      if (!(problem instanceof Problem) || tries === 1 || !(await this.#mayComeAgain(problem))) throw problem;
      return this.#posted(path, body, tries - 1);
    }
  }

  /** Wait until a call that was refused can be sent again; return whether it can. @param {Problem} problem */
  async #mayComeAgain(problem) {
    const { history, guard, calls } = this.at;
    if (problem.kind === 'out-of-sequence') {
      const { seen } = await calls.json('/seats');
      return this.#until(() => history.size >= seen[0]);
    }
    if (problem.kind !== 'dice-awaited' && problem.kind !== 'not-joined') return false;
    const { opened } = guard;
    return opened !== null && this.#decided(opened.line);
  }

  /** Return whether the roll of a command is decided, or becomes so in time; consent may take longer. @param {number} line */
  #decided(line) {
    const { guard, history } = this.at;
    return this.#until(() => guard.opened?.line !== line && history.covered === history.size);
  }

  /** Return whether something came to hold in time, and the device takes part still. @param {() => boolean} holds */
  async #until(holds) {
    await this.at.waiting.until(() => this.at.over || holds(), PATIENCE);
    return !this.at.over && holds();
  }

  #mustGoOn() {
    const { stopped } = this.at.own.kept;
    if (stopped) throw new Problem(403, { detail: `Your device stopped: ${stopped.sentence}`, type: 'stopped' });
    // Another tab took the device over: what is asked once more reaches that one.
    if (this.at.over) throw new Problem(503, { detail: 'Another tab of this browser took the device over. Try again.' });
  }
}
