import { useEffect, useRef } from '../../vendor/vendor.mjs';
import { placeAt } from './drag.js';

/** @import { RefObject } from '../../vendor/vendor.mjs' */
/** @import { Board } from '../model/types.js' */
/** @import { Marks } from './marks.js' */

/** A finger that stays so long holds. */
const LONG = 550;

/**
 * Tell what is held down long, or pressed with the other button: somebody, else the place.
 * @param {RefObject<SVGSVGElement | null>} svg
 * @param {Marks} marks
 * @param {Board} on
 * @param {() => {x: number, y: number, k: number}} camera
 */
export function useHold(svg, marks, on, camera) {
  const latest = useRef({ marks, on, camera });
  latest.current = { marks, on, camera };
  useEffect(() => {
    const board = svg.current;
    if (!board) return undefined;
    /** @type {number | undefined} */
    let timer;
    const tell = (/** @type {PointerEvent | MouseEvent} */ event) => {
      const { marks: now, on: place, camera: at } = latest.current;
      const token = event.target instanceof Element ? event.target.closest('[data-who]') : null;
      if (token instanceof SVGElement) now.onAsk?.({ who: token.dataset['who'] ?? '' });
      else {
        const rect = board.getBoundingClientRect();
        const { x, y, k } = at();
        const found = placeAt(event, { x: (event.clientX - rect.left - x) / k, y: (event.clientY - rect.top - y) / k }, place);
        if (found) now.onAsk?.({ at: found });
      }
    };
    const menu = (/** @type {MouseEvent} */ event) => {
      if (!latest.current.marks.onAsk) return;
      event.preventDefault();
      tell(event);
    };
    const down = (/** @type {PointerEvent} */ event) => {
      clearTimeout(timer);
      if (event.pointerType === 'touch') timer = window.setTimeout(() => tell(event), LONG);
    };
    const stop = () => clearTimeout(timer);
    board.addEventListener('contextmenu', menu);
    board.addEventListener('pointerdown', down);
    for (const end of ['pointerup', 'pointercancel', 'pointermove']) board.addEventListener(end, stop);
    return () => {
      stop();
      board.removeEventListener('contextmenu', menu);
      board.removeEventListener('pointerdown', down);
      for (const end of ['pointerup', 'pointercancel', 'pointermove']) board.removeEventListener(end, stop);
    };
  }, []);
}
