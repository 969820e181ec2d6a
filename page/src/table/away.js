import { useEffect, useRef } from '../../vendor/vendor.mjs';
import { recalled, remember } from '../browser/settings.js';
import { words } from '../strings/words.js';
import { titleOf } from './title.js';

/** @import { View } from '../model/types.js' */
/** @import { People } from '../model/people.js' */

/** Whoever missed so many lines is told what came. */
const MANY = 10;

/** Keep the last line that a seat saw, and tell what came since, once, to one who was away. @param {View} view @param {string | null} seat @param {People} people */
export function useAway(view, seat, people) {
  const told = useRef(false);
  useEffect(() => {
    if (seat === null) return;
    const name = `seen ${view.encounter} ${seat}`;
    const last = Number(recalled(name) ?? NaN);
    if (!told.current && last >= 0 && view.version - last >= MANY) people.open({ kind: 'since', from: last });
    told.current = true;
    if (!document.hidden) remember(name, String(view.version));
  }, [seat, view.version]);
}

/** Tell by title and icon of the page what fight this is, and whether it is one's turn; also while one looks back. @param {View | null} view @param {boolean} mine */
export function useTab(view, mine) {
  useEffect(() => {
    if (view) document.title = `${mine ? `● ${words.yourTurn} · ` : ''}${titleOf(view)}`;
  }, [mine, view?.title, view === null]);
  useEffect(() => {
    const link = document.querySelector('link[rel=icon]');
    if (!(link instanceof HTMLLinkElement)) return;
    link.dataset['usual'] ??= link.href;
    link.href = mine ? (link.dataset['usual'] ?? '').replace('icon.svg', 'turn.svg') : (link.dataset['usual'] ?? '');
    const badge = /** @type {{setAppBadge?: (n?: number) => Promise<void>, clearAppBadge?: () => Promise<void>}} */ (navigator);
    void (mine ? badge.setAppBadge?.() : badge.clearAppBadge?.())?.catch(() => {});
  }, [mine]);
}
