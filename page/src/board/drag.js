import { useEffect, useRef, useState } from '../../vendor/vendor.mjs';
import { SQUARE } from './grid.js';

/** @import { RefObject } from '../../vendor/vendor.mjs' */
/** @import { Board } from '../model/types.js' */
/** @import { Marks, Spot } from './marks.js' */

/** A press that moves less than this is no drag. */
const STILL = 6;

/**
 * Let whoever may move be dragged to a place; return where the ghost is meanwhile. Dropped on a place within reach, it
 * is as if that place had been pressed.
 * @param {RefObject<SVGSVGElement | null>} svg
 * @param {Marks} marks
 * @param {Board} on
 * @param {() => {x: number, y: number, k: number}} camera
 * @returns {Spot | null}
 */
export function useDrag(svg, marks, on, camera) {
  const [ghost, setGhost] = useState(/** @type {Spot | null} */ (null));
  const latest = useRef({ marks, on, camera });
  latest.current = { marks, on, camera };
  useEffect(() => {
    const board = svg.current;
    if (!board) return undefined;
    /** @type {{x: number, y: number, id: number, far: boolean, who: string, spot: Spot} | null} */
    let from = null;
    const at = (/** @type {PointerEvent} */ event) => {
      const rect = board.getBoundingClientRect();
      const { x, y, k } = latest.current.camera();
      return { x: (event.clientX - rect.left - x) / k, y: (event.clientY - rect.top - y) / k };
    };
    const begin = (/** @type {PointerEvent} */ event) => {
      const token = event.target instanceof Element ? event.target.closest('.movable') : null;
      const who = token instanceof SVGElement ? (token.dataset['who'] ?? '') : '';
      from = who && event.button === 0 ? { x: event.clientX, y: event.clientY, id: event.pointerId, far: false, who, spot: at(event) } : null;
    };
    const go = (/** @type {PointerEvent} */ event) => {
      if (!from || event.pointerId !== from.id) return;
      if (!from.far && Math.hypot(event.clientX - from.x, event.clientY - from.y) <= STILL) return;
      if (!from.far) latest.current.marks.onLift?.(from.who);
      from.far = true;
      board.setPointerCapture(event.pointerId);
      setGhost(at(event));
    };
    const cancel = () => {
      from = null;
      setGhost(null);
    };
    const end = (/** @type {PointerEvent} */ event) => {
      if (event.pointerId !== from?.id) return;
      const { marks: now, on: place } = latest.current;
      const { far, who, spot } = from;
      const dropped = far ? placeAt(event, held(place, who, spot, at(event)), place) : null;
      cancel();
      if (dropped !== null && (now.reach.has(dropped) || (now.onLift && now.anywhere))) now.onPlace(dropped, true, who);
    };
    board.addEventListener('pointerdown', begin);
    board.addEventListener('pointermove', go);
    board.addEventListener('pointerup', end);
    board.addEventListener('pointercancel', cancel);
    return () => {
      board.removeEventListener('pointerdown', begin);
      board.removeEventListener('pointermove', go);
      board.removeEventListener('pointerup', end);
      board.removeEventListener('pointercancel', cancel);
    };
  }, []);
  return ghost;
}

/** Return the spot of whoever is held by another square than that of their place, as large bodies are. @param {Board} on @param {string} who @param {Spot} from @param {Spot} to @returns {Spot} */
function held(on, who, from, to) {
  const body = on.kind === 'grid' ? on.bodies.find((each) => each.who === who) : undefined;
  if (!body) return to;
  const [x = 0, y = 0] = body.at.split(':').map(Number);
  return { x: to.x - (Math.floor(from.x / SQUARE) - x) * SQUARE, y: to.y - (Math.floor(from.y / SQUARE) - y) * SQUARE };
}

/** Return the place under a pointer; null beside the board. @param {MouseEvent} event @param {Spot} spot @param {Board} on */
export function placeAt(event, spot, on) {
  if (on.kind === 'grid') {
    const [x, y] = [Math.floor(spot.x / SQUARE), Math.floor(spot.y / SQUARE)];
    return x >= 0 && y >= 0 && x < on.width && y < on.height ? `${x}:${y}` : null;
  }
  for (const each of document.elementsFromPoint(event.clientX, event.clientY)) {
    const place = each.closest('[data-place]');
    if (place instanceof SVGElement) return place.dataset.place ?? null;
  }
  return null;
}
