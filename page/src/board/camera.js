import { useEffect, useRef } from '../../vendor/vendor.mjs';

/** @import { RefObject } from '../../vendor/vendor.mjs' */
/** @import { Plan, Spot } from './marks.js' */

const CLOSEST = 4;
const MARGIN = 22;
/** So far from its middle reaches what stands on a board. */
const AROUND = 26;

/**
 * Moves and scales what a board draws. The drawing itself is not touched: only one transform changes.
 * @param {RefObject<SVGSVGElement | null>} svg
 * @param {RefObject<SVGGElement | null>} ground
 * @param {Plan} plan
 * @param {Spot | null} focus
 * @param {(seen: {left: number, right: number}) => void} settled
 * @param {boolean} [scrolls] whether the page scrolls around the board: then the wheel alone is the page's
 */
export function useCamera(svg, ground, plan, focus, settled, scrolls = false) {
  const at = useRef({ x: 0, y: 0, k: 1, moved: false });
  const latest = useRef({ plan, focus, settled });
  latest.current = { plan, focus, settled };

  const show = () => {
    const { x, y, k } = at.current;
    if (ground.current) ground.current.style.transform = `translate(${x}px, ${y}px) scale(${k})`;
  };
  const waiting = useRef(0);
  const settle = () => {
    clearTimeout(waiting.current);
    waiting.current = window.setTimeout(() => {
      const { x, k } = at.current;
      const width = svg.current?.clientWidth ?? 0;
      svg.current?.style.setProperty('--keep', String(1 / k));
      svg.current?.classList.toggle('near', k * latest.current.plan.unit >= 32);
      const across = [...latest.current.plan.tokens.values()].map((each) => x + each.x * k);
      latest.current.settled({
        left: across.filter((each) => each < 0).length,
        right: across.filter((each) => each > width).length,
      });
    }, 60);
  };
  /** Show all of the board, or where the focus is if all of it were too small. @param {boolean} [whole] */
  const fit = (whole = false) => {
    const { box, unit, least } = latest.current.plan;
    const width = svg.current?.clientWidth ?? 0;
    const height = svg.current?.clientHeight ?? 0;
    if (!width || !height) return;
    const framed = (/** @type {number} */ room) => {
      const all = Math.min((room - 2 * MARGIN) / box.w, (height - 2 * MARGIN) / box.h, 1.6);
      const k = whole || all >= least ? all : Math.max(least, Math.min(1, width / (unit * 10.6)));
      const middle = !whole && k > all && latest.current.focus ? latest.current.focus : { x: box.x + box.w / 2, y: box.y + box.h / 2 };
      return {
        k,
        x: held(room / 2 - middle.x * k, room, box.x * k, box.w * k),
        y: held(height / 2 - middle.y * k, height, box.y * k, box.h * k),
        moved: whole,
      };
    };
    const { left, bottom } = toolsOver(svg.current, width);
    const now = framed(width);
    const isUnder = [...latest.current.plan.tokens.values()].some((each) => now.x + (each.x + AROUND) * now.k > left && now.y + (each.y - AROUND) * now.k < bottom);
    at.current = isUnder && !scrolls ? framed(left) : now;
    show();
    settle();
  };
  /** Scale around a point of the screen. @param {number} by @param {number} [px] @param {number} [py] */
  const zoom = (by, px, py) => {
    const rect = svg.current?.getBoundingClientRect();
    if (!rect) return;
    const { x, y, k } = at.current;
    const now = Math.max(0.15, Math.min(CLOSEST, k * by));
    const cx = px === undefined ? rect.width / 2 : px - rect.left;
    const cy = py === undefined ? rect.height / 2 : py - rect.top;
    at.current = { k: now, x: cx - ((cx - x) * now) / k, y: cy - ((cy - y) * now) / k, moved: true };
    show();
    settle();
  };
  /** @param {number} dx @param {number} dy */
  const pan = (dx, dy) => {
    const { x, y, k } = at.current;
    at.current = { k, x: x + dx, y: y + dy, moved: true };
    show();
    settle();
  };
  /** Bring a spot into sight if it is not. @param {Spot} spot */
  const reveal = (spot) => {
    const width = svg.current?.clientWidth ?? 0;
    const height = svg.current?.clientHeight ?? 0;
    const { x, y, k } = at.current;
    const [px, py] = [x + spot.x * k, y + spot.y * k];
    if (width && (px < 40 || py < 40 || px > width - 40 || py > height - 40)) pan(width / 2 - px, height / 2 - py);
  };

  const { x, y, w, h } = plan.box;
  useEffect(() => {
    const seen = new ResizeObserver(() => (at.current.moved ? settle() : fit()));
    if (svg.current) seen.observe(svg.current);
    return () => seen.disconnect();
  }, [x, y, w, h]);
  useEffect(() => {
    if (!at.current.moved) fit();
  }, [focus?.x, focus?.y]);
  useEffect(() => (svg.current ? follow(svg.current, pan, zoom, scrolls) : undefined), []);
  return { fit: () => fit(true), zoom, reveal, at: () => at.current };
}

/** Return where the buttons over the corner of a board begin, and where they end. @param {Element | null} board @param {number} width */
function toolsOver(board, width) {
  const [around, tools] = [board?.getBoundingClientRect(), board?.closest('.board')?.querySelector('.tools')?.getBoundingClientRect()];
  return around && tools ? { left: tools.left - around.left, bottom: tools.bottom - around.top } : { left: width, bottom: 0 };
}

/** Keep a board that is larger than the screen over all of it. @param {number} at @param {number} screen @param {number} from @param {number} length */
function held(at, screen, from, length) {
  if (length <= screen) return at;
  return Math.max(screen - MARGIN - from - length, Math.min(MARGIN - from, at));
}

/**
 * Follow fingers, mouse and wheel. A press that moved is no press on what lies under it.
 * @param {SVGSVGElement} svg
 * @param {(dx: number, dy: number) => void} pan
 * @param {(by: number, x: number, y: number) => void} zoom
 * @param {boolean} scrolls
 */
function follow(svg, pan, zoom, scrolls) {
  /** @type {Map<number, {x: number, y: number}>} */
  const down = new Map();
  let moved = 0;
  const begin = (/** @type {PointerEvent} */ event) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    // Whoever may move is dragged alone, the board stays.
    if (event.target instanceof Element && event.target.closest('.movable') && !down.size) return;
    if (!down.size) moved = 0;
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const go = (/** @type {PointerEvent} */ event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    const [one, other] = [...down.values()];
    const apart = one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
    moved += Math.abs(dx) + Math.abs(dy);
    if (moved < 6) return;
    svg.setPointerCapture(event.pointerId);
    before.x = event.clientX;
    before.y = event.clientY;
    if (one && other && apart) {
      zoom(Math.hypot(one.x - other.x, one.y - other.y) / apart, (one.x + other.x) / 2, (one.y + other.y) / 2);
    } else pan(dx, dy);
  };
  const end = (/** @type {PointerEvent} */ event) => down.delete(event.pointerId);
  const press = (/** @type {MouseEvent} */ event) => {
    if (moved >= 6) event.stopPropagation();
    moved = 0;
  };
  const wheel = (/** @type {WheelEvent} */ event) => {
    if (scrolls && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * 0.0015), event.clientX, event.clientY);
  };
  svg.addEventListener('pointerdown', begin);
  svg.addEventListener('pointermove', go);
  svg.addEventListener('pointerup', end);
  svg.addEventListener('pointercancel', end);
  svg.addEventListener('click', press, true);
  svg.addEventListener('wheel', wheel, { passive: false });
  return () => svg.removeEventListener('wheel', wheel);
}
