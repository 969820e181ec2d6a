import { number, Problem } from './call.js';

/** Return whether what failed was answered: else it may have happened all the same. @param {unknown} error */
export function isAnswered(error) {
  return error instanceof Problem && error.status >= 400 && error.status < 500;
}

/** The numbers of what is said: said again before it was answered, it has the number that it had, and happens once. */
export function retries() {
  /** @type {Map<string, {cmd: string, heard: boolean}>} */
  const open = new Map();
  return {
    /**
     * Say something by its number; return the answer, or null where it was lost but a line tells of it.
     * @template T
     * @param {unknown} said @param {(cmd: string) => Promise<T>} send
     * @returns {Promise<T | null>}
     */
    async of(said, send) {
      const text = JSON.stringify(said);
      const one = open.get(text) ?? { cmd: number(), heard: false };
      open.set(text, one);
      try {
        const answer = await send(one.cmd);
        open.delete(text);
        return answer;
      } catch (error) {
        if (isAnswered(error)) open.delete(text);
        else if (one.heard) return null;
        throw error;
      }
    },
    /** A line tells of a number: said again, it is something else. @param {string | undefined} cmd */
    heard(cmd) {
      for (const [text, one] of open) {
        if (one.cmd !== cmd) continue;
        one.heard = true;
        open.delete(text);
      }
    },
  };
}
