import { html, useCallback, useMemo, useState } from '../../vendor/vendor.mjs';
import { isBrowsers, useKeydown } from '../keyboard.js';
import { part } from '../browser/part.js';
import { meant } from '../browser/bindings.js';
import { lettersAct } from '../browser/settings.js';
import { words } from '../strings/words.js';
import { later } from '../table/later.js';
import { momentOf } from './link.js';

/** @import { Moment } from './link.js' */

/**
 * Whose past is looked at, by which key, under which address its moments are shared (within a frame, to be framed again), and what stands above it; what of it is wanted.
 * @typedef {{encounter: string, keyOf: string, seat: string | null, base: string, embed?: boolean, seats?: string[], alarm?: unknown}} Looked
 * @typedef {{moment: Moment | null, as: string | null}} Want
 */

const Lookback = later(part('lookback', () => import('./lookback.js')), (made) => made.Lookback, Waiting);

/**
 * Return the past of a fight, if somebody looks at any of it, and how one begins to look.
 * @param {Looked & {always?: boolean}} how
 */
export function useLooking({ always = false, ...how }) {
  const start = useMemo(() => momentOf(location.search), []);
  const [want, seek] = useState(/** @type {Want | null} */ (start || always ? { moment: start, as: how.keyOf && start?.as === 'everybody' ? 'everybody' : null } : null));
  const look = useCallback((/** @type {Moment | null} */ moment) => seek({ moment, as: null }), []);
  const leave = useCallback(() => {
    seek(null);
    history.replaceState(null, '', `${location.pathname}${how.embed ? '?embed' : ''}`);
  }, []);
  useKeydown((/** @type {KeyboardEvent} */ event) => {
    const elsewhere = event.target instanceof Element && event.target.closest('input, select, textarea, [role=dialog]');
    if (meant(event.key) === '[' && lettersAct.value && !elsewhere && !want && !event.defaultPrevented && !isBrowsers(event)) look(null);
  }, [want]);
  return { look, shown: want && html`<${Lookback} ...${how} want=${want} seek=${seek} leave=${always ? null : leave} />` };
}

/** What stands where the past will be. @param {{leave: (() => void) | null, alarm?: unknown, children: unknown}} props */
function Waiting({ leave, alarm, children }) {
  return html`${alarm}<main class="sheet"><h1>${words.lookBack}</h1>${children}${leave && html`<p><button class="btn" onClick=${leave}>${words.toNow}</button></p>`}</main>`;
}
