import { useEffect, useState } from '../../vendor/vendor.mjs';
import { call, isFinal, Problem } from '../model/call.js';

/** @import { History } from '../history/history.js' */
/** @import { Chances } from '../history/ways.js' */

/**
 * What is known of the chances in a fight: how they went, how far a judge is that learns for them, or why there are none.
 * @typedef {{told?: Chances, learning?: {learnt: number, of: number}, why?: string}} Foretold
 */

/** Whoever waits asks again after so many milliseconds: while a judge learns, and where nobody was reached. */
const [SOON, LATER] = [2000, 10000];

/** Return what the server says of the chances in a fight that is over, as it comes. @param {string} path @param {string} key @param {History | undefined} past @returns {Foretold} */
export function useForetold(path, key, past) {
  const [found, setFound] = useState(/** @type {Foretold} */ ({}));
  const over = past !== undefined && past.view(past.count - 1).outcome !== null;
  useEffect(() => {
    if (!over) return undefined;
    let left = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let again;
    const ask = () => call(`${path}/chances`, { key }).then(
      (answer) => {
        if (left) return;
        setFound('steps' in answer ? { told: answer } : 'why' in answer ? { why: answer.why } : { learning: answer });
        if ('learnt' in answer) again = setTimeout(ask, SOON);
      },
      (problem) => {
        if (left) return;
        if (isFinal(problem)) setFound({ why: /** @type {Problem} */ (problem).message });
        else again = setTimeout(ask, LATER);
      },
    );
    void ask();
    return () => {
      left = true;
      clearTimeout(again);
    };
  }, [path, key, over]);
  return found;
}
