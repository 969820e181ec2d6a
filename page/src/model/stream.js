import { asked, isFinal, Problem } from './call.js';

/**
 * The live stream of an encounter, read by `fetch` so that the key stays out of the address.
 *
 * @typedef {{id: number | null, event: string, data: any}} Told
 * @typedef {{told: (told: Told) => void, up: () => void, down: (since: number) => void, refused: (why: Problem) => void,
 *   unread?: () => void}} Ears
 */

const PAUSES = [500, 1000, 2000, 5000, 10000];
/** A stream that says nothing for so long is dead: the server pings more often. */
const SILENCE = 25000;

/**
 * Listen until `stop` is called; a lost connection is taken up again where it broke off.
 * @param {string} path
 * @param {string} key
 * @param {Ears} ears
 * @param {number | null} [after] the version to go on after
 */
export function listen(path, key, ears, after = null) {
  let over = false;
  let tries = 0;
  /** @type {number | null} */
  let last = after;
  let ending = new AbortController();
  /** Try again at once. */
  let again = () => {};
  /** @type {number | undefined} */
  let silence;

  const alive = () => {
    clearTimeout(silence);
    silence = globalThis.setTimeout(() => ending.abort(), SILENCE);
  };
  const once = async () => {
    ending = new AbortController();
    const { signal } = ending;
    alive();
    const headers = last === null ? undefined : { 'Last-Event-ID': String(last) };
    const answer = await asked(path, { key, signal, ...(headers ? { headers } : {}) });
    if (!answer.ok || !answer.body) throw new Problem(answer.status, await answer.json().catch(() => ({})));
    tries = 0;
    ears.up();
    for await (const told of events(answer.body, alive)) {
      if (over || signal.aborted) return;
      if (told.id !== null) last = told.id;
      ears.told(told); // which may ask for everything anew
    }
  };
  const run = async () => {
    while (!over) {
      try {
        await once();
      } catch (error) {
        if (isFinal(error)) {
          ears.refused(error);
          return;
        }
        if (error instanceof SyntaxError) ears.unread?.();
      }
      clearTimeout(silence);
      if (over) return;
      ears.down(Date.now());
      const pause = PAUSES[Math.min(tries++, PAUSES.length - 1)] ?? 10000;
      await new Promise((done) => {
        again = () => done(null);
        setTimeout(done, pause * (0.75 + Math.random() / 2));
      });
    }
  };
  void run();
  // A browser that knows that it is cut off, or no more, says so sooner than silence does.
  const known = { offline: () => ending.abort(), online: () => again() };
  for (const [event, told] of Object.entries(known)) globalThis.addEventListener(event, told);
  return {
    stop: () => {
      over = true;
      for (const [event, told] of Object.entries(known)) globalThis.removeEventListener(event, told);
      clearTimeout(silence);
      ending.abort();
    },
    /** Begin anew with a whole view: what was patched is not trusted any more. */
    anew: () => {
      last = null;
      ending.abort();
    },
  };
}

/**
 * Yield the events of a body as they come.
 * @param {ReadableStream<Uint8Array>} body
 * @param {() => void} heard
 * @returns {AsyncGenerator<Told>}
 */
async function* events(body, heard) {
  const reader = body.pipeThrough(/** @type {ReadableWritablePair<string, any>} */ (new TextDecoderStream())).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    heard();
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const told = read(block);
      if (told) yield told;
    }
  }
}

/** Return the event of a block, or null for a comment. @param {string} block @returns {Told | null} */
export function read(block) {
  const fields = { id: '', event: 'message', data: '' };
  for (const line of block.split('\n')) {
    const [, name, value] = /^(id|event|data): ?(.*)$/.exec(line) ?? [];
    if (name) fields[/** @type {'id' | 'event' | 'data'} */ (name)] += name === 'event' ? '' : (value ?? '');
    if (name === 'event') fields.event = value ?? '';
  }
  if (!fields.data) return null;
  return { id: fields.id ? Number(fields.id) : null, event: fields.event, data: JSON.parse(fields.data) };
}
