import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from '../../vendor/vendor.mjs';
import { Icon } from '../icons.js';
import { byKeys } from '../keyboard.js';
import { words } from '../strings/words.js';
import { useCamera } from './camera.js';
import { described, spotOf, standingAt, stepped, whereIs } from './cursor.js';
import { useDrag } from './drag.js';
import { useHold } from './hold.js';
import { Patterns } from './grounds.js';

/** @import { View } from '../model/types.js' */
/** @import { Kind } from './kinds.js' */
/** @import { Marks } from './marks.js' */
/** @import { Pointed } from '../chronicle/entry.js' */

/** What moves the cursor, as keys or where they lie: a number pad goes across corners too. @type {Record<string, [number, number]>} */
const ARROWS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
  h: [-1, 0], l: [1, 0], k: [0, -1], j: [0, 1],
  Numpad1: [-1, 1], Numpad2: [0, 1], Numpad3: [1, 1], Numpad4: [-1, 0], Numpad6: [1, 0], Numpad7: [-1, -1], Numpad8: [0, -1], Numpad9: [1, -1],
};

/**
 * A board of a kind that can be moved, and what stands on it pressed. Where the page `scrolls` around it, it stays where it is
 * looked at, the wheel is the page's, and a place measures so many pixels at `least`; `from` puts the cursor there,
 * `sight` does too and moves the board until it is seen.
 * @param {{view: View, marks: Marks, tall: boolean, kind: Kind, children?: unknown, scrolls?: boolean, least?: number, from?: string | null, sight?: Pointed | null}} props
 */
export function Stage({ view, marks, tall, kind, children, scrolls = false, least = 0, from = null, sight = null }) {
  const svg = useRef(/** @type {SVGSVGElement | null} */ (null));
  const ground = useRef(/** @type {SVGGElement | null} */ (null));
  const [cursor, setCursor] = useState(/** @type {string | null} */ (null));
  const [seen, setSeen] = useState({ left: 0, right: 0 });
  const plan = useMemo(() => {
    const laid = kind.plan(view, tall);
    return least ? { ...laid, least: least / laid.unit } : laid;
  }, [view.board, view.combatants, view.initiative.combats, tall, least]);
  const [actor] = marks.acting;
  const [first] = useState([...plan.tokens.values()][0] ?? null);
  const focus = scrolls ? first : (actor && plan.tokens.get(actor)) || [...plan.tokens.values()][0] || null;
  const camera = useCamera(svg, ground, plan, focus, setSeen, scrolls);
  const ghost = useDrag(svg, marks, view.board, camera.at);
  useHold(svg, marks, view.board, camera.at);
  // Before the next key is pressed, which goes on from there.
  useLayoutEffect(() => {
    if (from !== null) setCursor(from);
  }, [from]);
  const now = { ...marks, cursor };
  /** Whether the cursor was moved after what is chosen was chosen: Enter then chooses, else it sends. */
  const looks = useRef(false);
  useEffect(() => {
    // Whoever's turn begins is where the cursor begins.
    if (actor && marks.ready !== undefined && marks.movable.has(actor)) setCursor(null);
  }, [actor]);
  useEffect(() => {
    looks.current = false;
    if (!marks.chosen || !byKeys()) return;
    const there = spotOf(view, plan, marks.chosen);
    setCursor(there.id);
    camera.reveal(there);
  }, [marks.chosen, marks.ready]);

  useEffect(() => {
    const there = sight && whereIs(view, plan, 'who' in sight ? sight.who : sight.at);
    if (!there) return;
    setCursor(there.id);
    camera.reveal(there);
  }, [sight]);

  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const arrow = ARROWS[event.key] ?? ARROWS[event.code];
    if (arrow) {
      const next = stepped(view, plan, cursor ?? actorsPlace(view, actor), arrow, marks);
      setCursor(next.id);
      camera.reveal(next);
      looks.current = true;
    } else if (event.key === 'Enter' && !event.repeat && cursor && (looks.current || !marks.ready)) {
      looks.current = false;
      press(view, marks, cursor);
    } else if (event.key === 'x' && cursor && marks.onAsk) marks.onAsk(asked(view, cursor));
    else if (event.key === 'w' && cursor && marks.onWhy) marks.onWhy(asked(view, cursor));
    else if (event.key === '+' || event.key === '=') camera.zoom(1.25);
    else if (event.key === '-') camera.zoom(0.8);
    else if (event.key === '0') camera.fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const { Draw } = kind;
  const zooms = `btn icon${scrolls ? '' : ' not-phone'}`;
  return html`<div class="stage" role="application" tabindex="0" aria-label=${words.boardOf(view.board.kind)} onKeyDown=${key}>
      <svg ref=${svg} class=${view.board.kind}>
        <${Patterns} />
        <g ref=${ground} class="cam"><${Draw} view=${view} plan=${plan} marks=${now} />
          ${ghost && html`<circle class="ghost" cx=${ghost.x} cy=${ghost.y} r="16" />`}</g>
      </svg>
      <p class="sr" role="status">${cursor ? described(view, now, cursor) : ''}</p>
    </div>
    ${children}
    ${seen.right > 0 && html`<p class="edge-note right">${words.more(seen.right)} →</p>`}
    ${seen.left > 0 && html`<p class="edge-note left">← ${words.more(seen.left)}</p>`}
    <div class="tools">
      <button class=${zooms} aria-label=${words.zoomIn} onClick=${() => camera.zoom(1.25)}><${Icon} name="plus" /></button>
      <button class=${zooms} aria-label=${words.zoomOut} onClick=${() => camera.zoom(0.8)}><${Icon} name="minus" /></button>
      <button class="btn icon" aria-label=${words.fit} onClick=${camera.fit}><${Icon} name="fit" /></button>
    </div>`;
}

/** Return whom the cursor is on, else the place. @param {View} view @param {string} cursor @returns {{who: string} | {at: string}} */
function asked(view, cursor) {
  const [there] = standingAt(view, cursor);
  return there ? { who: there.id } : { at: cursor };
}

/** @param {View} view @param {string | undefined} who */
function actorsPlace(view, who) {
  return view.combatants.find((each) => each.id === who)?.at ?? null;
}

/** Press whatever the cursor is on: somebody who may be chosen there, else the place. @param {View} view @param {Marks} marks @param {string} cursor */
function press(view, marks, cursor) {
  const there = standingAt(view, cursor);
  const aimed = there.find((each) => marks.aims.has(each.id));
  if (aimed) marks.onToken(aimed.id);
  else if (marks.reach.has(cursor) || marks.anywhere || !there.length) marks.onPlace(cursor);
  else if (there[0]) marks.onToken(there[0].id);
}
