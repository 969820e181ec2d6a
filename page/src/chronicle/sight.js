import { useEffect } from '../../vendor/vendor.mjs';

/** What a reader does who wants to look elsewhere. */
const LEAVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * Bring an entry into sight that is not, and keep it there while what is around it finds its height: a browser only
 * guesses how high is what it has not drawn yet, and the list may be made smaller. A reader who moves is left alone.
 * @param {import('../../vendor/vendor.mjs').RefObject<HTMLElement | null>} list
 * @param {number | undefined} n
 */
export function useSight(list, n) {
  useEffect(() => {
    const box = list.current;
    if (!box || n === undefined) return undefined;
    let [held, left] = [false, false];
    const hold = () => {
      held ||= !isInSight(box, n);
      const entry = held && !left ? box.querySelector(`[data-n="${n}"]`) : null;
      if (entry) box.scrollTop += entry.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3;
    };
    const leave = () => (left = true);
    const soon = requestAnimationFrame(hold);
    const grown = new ResizeObserver(hold);
    for (const each of [box, ...box.children]) grown.observe(each);
    for (const what of LEAVES) box.addEventListener(what, leave, { passive: true });
    return () => {
      cancelAnimationFrame(soon);
      grown.disconnect();
      for (const what of LEAVES) box.removeEventListener(what, leave);
    };
  }, [n]);
}

/** Return whether an entry stands well within the list. @param {HTMLElement} box @param {number} n */
function isInSight(box, n) {
  const entry = box.querySelector(`[data-n="${n}"]`)?.getBoundingClientRect();
  const { top, bottom } = box.getBoundingClientRect();
  return !entry || (entry.top >= top + 40 && entry.bottom <= bottom - 40);
}
