import { begin, byName, bytes, Fault, hex, joined, keyOf, mustOpen, noteOf, rowOf, signers, spelt, take } from '../../vendor/checks.mjs';
import { Alarm } from './alarm.js';

/** @import { Crypto, Key, Line, Note } from '../../vendor/checks.mjs' */
/** @import { Seen } from './saying.js' */

/** What of the lines happens in the fight, where something was sealed that several lines stand in for. */
const AROUND = /^(CommandAccepted|Entropy|Missing|TableDice|Seat|Chain|Rewind|HistoryRewound|Dispute|Unsealed|Renamed|Withheld|LedgerClosed|Sealed)/;

/** The lines so far, all of them good, and the newest checkpoint that covers them. */
export class History {
  /** @param {string} encounter @param {Crypto} crypto */
  constructor(encounter, crypto) {
    this.encounter = encounter;
    this.crypto = crypto;
    this.fight = begin(crypto);
    /** The hashes of whole subtrees, by where they begin and how many lines they hold. @type {Map<string, Uint8Array>} */
    this.whole = new Map();
    /** @type {string[]} */
    this.raw = [];
    this.logKey = '';
    /** @type {Key | null} */
    this.log = null;
    /** @type {string | null} */
    this.note = null;
    /** @type {string | null} */
    this.early = null;
    this.covered = 0;
    this.standing = 0;
    this.mayHide = false;
  }

  get size() {
    return this.raw.length;
  }

  get first() {
    return /** @type {Line} */ (this.fight.lines[0]);
  }

  /** What a declaration says to have been seen: so many lines, and the hash of the last. @param {number} [size] @returns {Seen} */
  seen(size = this.size) {
    return [size, this.leaf(size - 1)];
  }

  /** Return the hash of a line. @param {number} n */
  leaf(n) {
    return hex(/** @type {Uint8Array} */ (this.fight.hashes[n]));
  }

  /** Return the root of the tree over the first so many lines. @param {number} size @param {number} [from] @returns {Promise<Uint8Array>} */
  async root(size, from = 0) {
    if (size < 2) return this.fight.hashes[from] ?? this.crypto.sha256(new Uint8Array());
    const left = 2 ** Math.floor(Math.log2(size - 1));
    const isWhole = left * 2 === size;
    const known = isWhole && this.whole.get(`${from} ${size}`);
    if (known) return known;
    const made = await this.crypto.sha256(joined(Uint8Array.of(1), await this.root(left, from), await this.root(size - left, from + left)));
    if (isWhole) this.whole.set(`${from} ${size}`, made);
    return made;
  }

  /** Take the next line, and what lies behind it as far as it is told; Alarm where it cannot stand. @param {string} raw @param {any} [opened] @returns {Promise<Line>} */
  async take(raw, opened) {
    const n = this.size;
    try {
      const spelled = bytes(raw);
      const line = rowOf(spelled);
      if (!('type' in line)) throw new Fault('It is no line.');
      await take(this.fight, spelled, line);
      this.#mustStandIn(line.type);
      if (opened) await this.#opens(n, rowOf(bytes(spelt(opened))));
      this.raw.push(raw);
      if (n === 0) await this.#begin();
      this.#mustHaveASecret(line, opened);
      return line;
    } catch (wrong) {
      if (wrong instanceof Alarm) throw wrong;
      const kind = /^(Here should stand|It does not hold the hash)/.test(String(wrong instanceof Error && wrong.message)) ? 'rewritten' : 'faces';
      const why = wrong instanceof Fault ? wrong.message : 'What is told to lie behind it fits no line.';
      throw new Alarm(kind, `Line ${n} cannot stand: ${why}`, { line: raw });
    }
  }

  /** @param {number} n @param {any} opened */
  async #opens(n, opened) {
    const { payload, salt } = opened;
    if (typeof salt !== 'string' || salt.length !== 64) throw new Fault('What is told to lie behind it has no payload and salt.');
    await mustOpen(this.fight, n, payload, salt);
    if (!('text' in payload)) this.standing = payload.stands_in ?? 0;
  }

  /** Refuse another line where lines are left that stand in for what was sealed. @param {string} type */
  #mustStandIn(type) {
    if (this.standing > 0 && AROUND.test(type)) throw new Fault('A line is missing that stands in for what was sealed.');
    this.standing = Math.max(0, this.standing - 1);
  }

  /** Alarm where something is sealed in a fight that has nothing to hide: dice could be chosen behind it. @param {Line} line @param {unknown} opened */
  #mustHaveASecret(line, opened) {
    const shut = line.type === 'Sealed';
    this.mayHide ||= line['hands'] === 'private' || (line.type === 'CommandAccepted' && 'sealed' in line['decl']) || (shut && !('cause' in line));
    if (shut && !opened && !this.mayHide) {
      throw new Alarm('sealed', `Line ${line.n} seals something, and nobody and nothing in this fight is hidden.`, { line: this.raw[line.n] });
    }
  }

  /** Hold on to the key of the log, which never changes within a fight. */
  async #begin() {
    if (this.first['encounter'] !== this.encounter) throw new Alarm('rewritten', 'The lines are those of another encounter.');
    this.logKey = this.first['log_key'] ?? '';
    try {
      this.log = await keyOf(this.logKey, this.crypto.sha256);
    } catch (refused) {
      throw new Alarm('unsigned', `Line 0 names no key of the log that could sign: ${said(refused)}`);
    }
  }

  /** Take a checkpoint, which must be signed by the log and fit the lines, as one set aside must; else Alarm. @param {string} note */
  async takeNote(note) {
    await this.#mustFit(note);
    const { early } = this;
    if (early === null || (await this.read(early)).size > this.size) return;
    this.early = null;
    await this.#mustFit(early);
  }

  /** @param {string} note */
  async #mustFit(note) {
    const opened = await this.read(note);
    if (opened.size > this.size) {
      throw new Alarm('root', `The checkpoint is of ${opened.size} lines, of which ${this.size} were told.`, { note });
    }
    if (hex(await this.root(opened.size)) !== hex(opened.root)) throw await this.forked(note);
    if (opened.size >= this.covered) {
      this.note = note;
      this.covered = opened.size;
    }
  }

  /** Set a checkpoint of lines that are not told yet aside until they are; return whether it is one, or Alarm. @param {string} note */
  async setAside(note) {
    const isEarly = (await this.read(note)).size > this.size;
    if (isEarly) this.early ??= note;
    return isEarly;
  }

  /** Return the alarm that a checkpoint contradicts the lines; with one of ours of its size it proves a fork. @param {string} note */
  async forked(note) {
    const opened = await this.read(note);
    const mine = this.note === null ? null : await this.read(this.note);
    const evidence = { note, mine: this.note };
    if (mine && mine.size === opened.size && hex(mine.root) !== hex(opened.root)) {
      return new Alarm('forked', `The log signed two histories of ${opened.size} lines: it tells others something else.`, evidence);
    }
    return new Alarm('root', `The checkpoint of ${opened.size} lines is one of another history than the lines that were told.`, evidence);
  }

  /** Return in a sentence whether what somebody else pasted is of this history; Alarm where it is not. @param {string} text */
  async compared(text) {
    const [origin = '', size = '', theirs = '', ...more] = text.trim().split(/\s+/);
    if (more.length || !/^[0-9]{1,16}$/.test(size) || theirs.length !== 64) return 'That is not origin, size and root.';
    if (origin !== this.first['origin']) return `That is another fight: ${origin}.`;
    const lines = Number(size);
    if (lines > this.size || lines === 0) return `They have ${lines} lines, you have ${this.size}: compare again when you have caught up.`;
    if (hex(await this.root(lines)) !== theirs) {
      throw new Alarm('forked', `Of ${lines} lines they were told another history than you.`, { theirs: text });
    }
    return `The same history, up to line ${lines - 1}.`;
  }

  /** Return origin, size and root, to be pasted where the others read it. */
  async told() {
    const { size } = this;
    return `${this.first['origin']} ${size} ${hex(await this.root(size))}`;
  }

  /** @param {string} note @returns {Promise<Note>} */
  async read(note) {
    let good = false;
    try {
      if (!this.log) throw new Error('no line names the key of the log yet.');
      const told = noteOf(note);
      good = (await signers(this.fight, told, byName([this.log]))).length > 0 && told.origin === this.first['origin'];
      if (good) return told;
    } catch (refused) {
      throw new Alarm('unsigned', `The checkpoint proves nothing: ${said(refused)}`, { note });
    }
    throw new Alarm('unsigned', "The checkpoint is not this fight's, or not signed by its log.", { note });
  }
}

/** @param {unknown} refused */
const said = (refused) => (refused instanceof Error ? refused.message : String(refused));
