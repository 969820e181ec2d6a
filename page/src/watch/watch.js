import { html, useEffect, useState } from '../../vendor/vendor.mjs';
import { Mark } from '../icons.js';
import { call } from '../model/call.js';
import { failure } from '../model/failing.js';
import { failedBy } from '../strings/english.js';
import { words } from '../strings/words.js';
import { useLooking } from '../time/looking.js';
import { Live } from './live.js';

/** @import { Failure } from '../model/types.js' */

/** A fight that its host shows to everybody: no key is asked for, and nothing is kept. @param {{encounter: string, embed: boolean}} props */
export function Watch({ encounter, embed }) {
  const [how, setHow] = useState(/** @type {{public: string, over: boolean} | null} */ (null));
  const [failed, setFailed] = useState(/** @type {unknown} */ (null));
  useEffect(() => {
    call(`/api/encounters/${encounter}/public`).then(setHow, (problem) => setFailed(refused(failure(problem))));
  }, []);
  if (failed !== null) return html`<${Nothing} told=${failed} />`;
  if (!how) return html`<main class="sheet"><p class="lead" role="status">${words.loading}</p></main>`;
  return how.public === 'replay' ? html`<${Past} encounter=${encounter} embed=${embed} />` : html`<${Live} encounter=${encounter} embed=${embed} />`;
}

/** A fight that is over, from its beginning to its end. @param {{encounter: string, embed: boolean}} props */
function Past({ encounter, embed }) {
  return useLooking({ encounter, keyOf: '', seat: null, base: '/r', embed, always: true }).shown;
}

/** Nothing is to be seen here. @param {{told: unknown}} props */
export function Nothing({ told }) {
  return html`<header class="top"><${Mark} /><h1 class="title">${words.name}</h1></header><main class="sheet"><p class="lead" role="alert">${told}</p></main>`;
}

/** Return why a fight is not shown: what the server says of keys is not for whoever has none. @param {Failure} failed */
export function refused(failed) {
  return [401, 404].includes(failed.status ?? 0) ? words.watch.notShown : failedBy(failed);
}
