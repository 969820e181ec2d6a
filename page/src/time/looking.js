import { html, useCallback, useEffect, useMemo, useState } from '../../vendor/vendor.mjs';
import { causes } from '../model/causes.js';
import { historyOf } from '../model/history.js';
import { call } from '../model/call.js';
import { fetched } from '../model/pictures.js';
import { failure } from '../model/failing.js';
import { words } from '../strings/words.js';
import { giveFile } from './file.js';
import { forked } from './forking.js';
import { momentOf } from './link.js';
import { Replay } from './replay.js';

/** @import { Failure } from '../model/types.js' */
/** @import { History } from '../model/history.js' */
/** @import { Moment } from './link.js' */

/** Whoever sees what all know. */
const EVERYBODY = 'everybody';

/**
 * What of a fight's past somebody looks at, if at any of it: the replay to draw, and how one begins to look.
 * @param {{encounter: string, keyOf: string, seat: string | null, base: string, seats?: string[], always?: boolean}} props
 */
export function useLooking({ encounter, keyOf, seat, base, seats = [], always = false }) {
  const start = useMemo(() => momentOf(location.search), []);
  const [want, setWant] = useState(/** @type {{moment: Moment | null, as: string | null} | null} */ (start || always ? { moment: start, as: keyOf && start?.as === EVERYBODY ? EVERYBODY : null } : null));
  const [found, setFound] = useState(/** @type {{past: History, as: string | null, moment: Moment | null} | null} */ (null));
  const [failed, setFailed] = useState(/** @type {Failure | null} */ (null));
  const path = `/api/encounters/${encounter}`;
  useEffect(() => {
    if (!want) return;
    const { as, moment } = want;
    setFailed(null);
    call(`${path}/replay${as ? `?as=${encodeURIComponent(as)}` : ''}`, { key: keyOf }).then(
      (bundle) => {
        const past = historyOf(bundle);
        void fetched(path, keyOf, past.view(0).board);
        setFound({ past, as, moment });
      },
      (problem) => setFailed(failure(problem)),
    );
  }, [want]);
  const look = useCallback((/** @type {Moment | null} */ moment) => setWant({ moment, as: null }), []);
  const leave = useCallback(() => {
    setWant(null);
    setFound(null);
    history.replaceState(null, '', location.pathname);
  }, []);
  useEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      const typing = event.target instanceof HTMLElement && event.target.matches('input, select, textarea');
      if (event.key === '[' && !typing && !want) look(null);
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [want]);
  const past = found?.past;
  const as = found?.as ?? null;
  const ask = useCallback(
    async (/** @type {string} */ value, /** @type {number} */ at) => {
      if (as !== null && past) return causes(past, value, at);
      const query = new URLSearchParams({ ...(/^\d+$/.test(value) ? { line: value } : { value }), at: String(at) });
      return call(`${path}/why?${query}`, { key: keyOf }).then(
        (told) => ({ asked: value, told, failed: null }),
        (problem) => ({ asked: value, told: null, failed: failure(problem) }),
      );
    },
    [as, past],
  );
  const file = useCallback(() => giveFile(path, keyOf, as), [as]);
  const fork = useCallback((/** @type {number} */ at, /** @type {boolean} */ bots) => forked({ path, key: keyOf, system: past?.view(0).system ?? '', seat }, at, bots), [past]);
  if (!found || !past) return { look, waits: want !== null && failed === null, failed, shown: null };
  const note = found.moment?.as && ![as, seat].includes(found.moment.as) ? words.past.sharedAs(found.moment.as === EVERYBODY ? words.past.everybody : found.moment.as) : null;
  const around = {
    ask, note, file, fork, leave: always ? null : leave,
    seat: as ?? seat ?? EVERYBODY,
    address: `${location.origin}${base}/${encounter}`,
    start: found.moment,
    seen: keyOf === '' ? null : { as, choose: (/** @type {string | null} */ choice) => setWant({ moment: found.moment, as: choice === seat ? null : choice }), seats: [...new Set([...(seat ? [seat] : []), ...seats, EVERYBODY])] },
  };
  return { look, waits: false, failed, shown: html`<${Replay} key=${as ?? ''} past=${past} around=${around} />` };
}
