/** What the server, or a device, refused: in its own words, which are English if nothing else is said. */
export class Problem extends Error {
  /** @param {number} status @param {{detail?: string, type?: string, rule?: string, lang?: string}} told */
  constructor(status, told) {
    super(told.detail ?? `The server answered ${status}.`);
    this.told = told;
    this.status = status;
    this.kind = (told.type ?? '').split('/').pop() ?? '';
    this.rule = told.rule ?? null;
    this.lang = told.lang ?? 'en';
  }
}

/** Return whether asking again would get the same answer: the server refuses, and is neither busy nor away. @param {unknown} problem @returns {problem is Problem} */
export function isFinal(problem) {
  return problem instanceof Problem && problem.status < 500 && problem.status !== 429;
}

/** So many milliseconds an answer may take, … */
const PATIENCE = 15000;
/** … and so many where it is large, or takes the server long. */
export const LONG = 60000;

/** What is told the build of the page that the server names on an answer. */
export const builds = { named: /** @type {(build: string) => void} */ (() => {}) };

/**
 * Return what an address of the API answers, read as JSON. Raises Problem.
 * @param {string} path
 * @param {{key?: string | null, body?: unknown, headers?: Record<string, string>, signal?: AbortSignal, patience?: number}} [how]
 * @returns {Promise<any>}
 */
export async function call(path, how = {}) {
  const late = AbortSignal.timeout(how.patience ?? PATIENCE);
  const answer = await asked(path, { ...how, signal: how.signal ? (AbortSignal.any?.([how.signal, late]) ?? how.signal) : late });
  const text = await answer.text();
  if (!answer.ok) throw new Problem(answer.status, problem(text));
  return text ? JSON.parse(text) : null;
}

/**
 * Return the answer of an address of the API, whatever it is. A body that is text goes as it is.
 * @param {string} path
 * @param {{key?: string | null, body?: unknown, headers?: Record<string, string>, signal?: AbortSignal}} how
 */
export async function asked(path, { key, body, headers, signal }) {
  const answer = await fetch(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(key ? { Authorization: `Bearer ${key}` } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  });
  const build = answer.headers.get('X-Page');
  if (build !== null) builds.named(build);
  return answer;
}

/** Return what a refusal says, as far as it can be read. @param {string} text */
export function problem(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Return a number that no other command has. */
export function number() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
