import { useEffect, useRef, useState } from '../../vendor/vendor.mjs';
import { SQUARE } from './grid.js';

/** @import { RefObject } from '../../vendor/vendor.mjs' */
/** @import { Marks, Spot } from './marks.js' */

/** A press that moves less than this is no drag. */
const STILL = 6;

/**
 * Let whoever may move be dragged to a place; return where the ghost is meanwhile. Dropped on a place within reach, it
 * is as if that place had been pressed.
 * @param {RefObject<SVGSVGElement | null>} svg
 * @param {Marks} marks
 * @param {boolean} squares
 * @param {() => {x: number, y: number, k: number}} camera
 * @returns {Spot | null}
 */
export function useDrag(svg, marks, squares, camera) {
  const [ghost, setGhost] = useState(/** @type {Spot | null} */ (null));
  const latest = useRef({ marks, squares, camera });
  latest.current = { marks, squares, camera };
  useEffect(() => {
    const board = svg.current;
    if (!board) return undefined;
    /** @type {{x: number, y: number, id: number, far: boolean} | null} */
    let from = null;
    const at = (/** @type {PointerEvent} */ event) => {
      const rect = board.getBoundingClientRect();
      const { x, y, k } = latest.current.camera();
      return { x: (event.clientX - rect.left - x) / k, y: (event.clientY - rect.top - y) / k };
    };
    const begin = (/** @type {PointerEvent} */ event) => {
      const token = event.target instanceof Element ? event.target.closest('.tok.movable') : null;
      from = token && event.button === 0 ? { x: event.clientX, y: event.clientY, id: event.pointerId, far: false } : null;
    };
    const go = (/** @type {PointerEvent} */ event) => {
      if (!from || event.pointerId !== from.id) return;
      from.far ||= Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL;
      if (!from.far) return;
      board.setPointerCapture(event.pointerId);
      setGhost(at(event));
    };
    const cancel = () => {
      from = null;
      setGhost(null);
    };
    const end = (/** @type {PointerEvent} */ event) => {
      if (event.pointerId !== from?.id) return;
      const dropped = from.far ? placeAt(event, at(event), latest.current.squares) : null;
      cancel();
      if (dropped !== null && latest.current.marks.reach.has(dropped)) latest.current.marks.onPlace(dropped, true);
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

/** Return the place under a pointer. @param {MouseEvent} event @param {Spot} spot @param {boolean} squares */
export function placeAt(event, spot, squares) {
  if (squares) return `${Math.floor(spot.x / SQUARE)}:${Math.floor(spot.y / SQUARE)}`;
  for (const each of document.elementsFromPoint(event.clientX, event.clientY)) {
    const place = each.closest('[data-place]');
    if (place instanceof SVGElement) return place.dataset.place ?? null;
  }
  return null;
}
