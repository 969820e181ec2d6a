import { html, useCallback, useEffect, useState } from '../../vendor/vendor.mjs';
import { call, LONG } from '../model/call.js';
import { causes } from '../history/causes.js';
import { whyOf } from '../history/explaining.js';
import { failure } from '../model/failing.js';
import { historyOf } from '../history/history.js';
import { as as eyes, fetched, own } from '../model/pictures.js';
import { seatName } from '../model/seats.js';
import { failedBy } from '../strings/english.js';
import { words } from '../strings/past.js';
import { giveFile } from './file.js';
import { useForetold } from './foretelling.js';
import { forked } from './forking.js';
import { Replay } from './replay.js';

/** @import { Failure } from '../model/types.js' */
/** @import { History } from '../history/history.js' */
/** @import { Looked, Want } from './looking.js' */

/** Whoever sees what all know. */
const EVERYBODY = 'everybody';

/** What of a fight's past somebody looks at, once the server has told it. @param {Looked & {want: Want, seek: (want: Want) => void, leave: (() => void) | null}} props */
export function Lookback({ encounter, keyOf, seat, base, embed = false, seats = [], alarm, want, seek, leave }) {
  const [found, setFound] = useState(/** @type {(Want & {past: History}) | null} */ (null));
  const [failed, setFailed] = useState(/** @type {Failure | null} */ (null));
  const path = `/api/encounters/${encounter}`;
  useEffect(() => {
    const { as } = want;
    let overtaken = false;
    setFailed(null);
    call(`${path}/replay${as ? `?as=${encodeURIComponent(as)}` : ''}`, { key: keyOf, patience: LONG }).then(
      (bundle) => {
        if (overtaken) return;
        const past = historyOf(bundle);
        eyes.value = as;
        // Whoever is at the table has it already; of a fight that is over what is covered at its end is covered now.
        if (!keyOf) {
          own.value = '';
          void fetched(path, keyOf, past.view(past.count - 1).board);
        }
        setFound({ ...want, past });
      },
      (problem) => !overtaken && setFailed(failure(problem)),
    );
    return () => {
      overtaken = true;
      eyes.value = null;
    };
  }, [want]);
  const past = found?.past;
  const foretold = useForetold(path, keyOf, past);
  const as = found?.as ?? null;
  const ask = useCallback(
    async (/** @type {string} */ value, /** @type {number} */ at) => {
      if (as !== null && past) return causes(past, value, at);
      return whyOf(path, keyOf, value, at);
    },
    [as, past],
  );
  const file = useCallback(() => giveFile(path, keyOf, as), [as]);
  const fork = useCallback((/** @type {number} */ at, /** @type {boolean} */ bots) => forked({ path, key: keyOf, system: past?.view(0).system ?? '', seat }, at, bots), [past]);
  if (failed) return html`${alarm}<${Unseen} failed=${failed} again=${() => seek({ ...want })} leave=${leave} />`;
  if (!found || !past) return html`${alarm}<main class="sheet"><h1>${words.lookBack}</h1><p class="lead" role="status">${words.loading}</p></main>`;
  const note = found.moment?.as && ![as, seat].includes(found.moment.as) ? words.past.sharedAs(found.moment.as === EVERYBODY ? words.past.everybody : seatName(past.view(0), found.moment.as)) : null;
  const around = {
    ask, note, file, leave, alarm, foretold, embed,
    fork: keyOf ? fork : null,
    read: (/** @type {string} */ what) => call(`${path}/${what}`, { key: keyOf }),
    seat: as ?? seat ?? EVERYBODY,
    address: `${location.origin}${base}/${encounter}`,
    start: found.moment,
    seen: keyOf === '' ? null : { as, choose: (/** @type {string | null} */ choice, /** @type {number} */ at) => seek({ moment: { by: null, versus: null, as: null, ...found.moment, at, why: null }, as: choice === seat ? null : choice }), seats: [...new Set([...(seat ? [seat] : []), ...seats, EVERYBODY])] },
  };
  return html`<${Replay} key=${as ?? ''} past=${past} around=${around} />`;
}

/** Why nothing of the past is to be seen, and what to do about that. @param {{failed: Failure, again: () => void, leave: (() => void) | null}} props */
function Unseen({ failed, again, leave }) {
  return html`<main class="sheet"><h1>${words.lookBack}</h1><p class="lead" role="alert">${failedBy(failed)}</p>
    <p class="row"><button class="btn go" onClick=${again}>${words.tryAgain}</button>${leave && html`<button class="btn" onClick=${leave}>${words.toNow}</button>`}</p></main>`;
}
