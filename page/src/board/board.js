import { html, useMemo, useRef, useState } from '../../vendor/vendor.mjs';
import { Icon } from '../icons.js';
import { words } from '../strings/words.js';
import { useCamera } from './camera.js';
import { described, stepped } from './cursor.js';
import { useDrag } from './drag.js';
import { useHold } from './hold.js';
import { Patterns } from './grounds.js';
import { KINDS } from './kinds.js';

/** @import { View } from '../model/types.js' */
/** @import { Marks } from './marks.js' */

/** @type {Record<string, [number, number]>} */
const ARROWS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
  h: [-1, 0], l: [1, 0], k: [0, -1], j: [0, 1],
};

/**
 * The board of an encounter, whatever its kind, with what may be done on it.
 * @param {{view: View, marks: Marks, tall: boolean, children?: unknown}} props
 */
export function Board({ view, marks, tall, children }) {
  const svg = useRef(/** @type {SVGSVGElement | null} */ (null));
  const ground = useRef(/** @type {SVGGElement | null} */ (null));
  const [cursor, setCursor] = useState(/** @type {string | null} */ (null));
  const [seen, setSeen] = useState({ left: 0, right: 0 });
  const kind = KINDS[view.board.kind];
  const plan = useMemo(() => kind.plan(view, tall), [view.board, view.combatants, view.initiative.combats, tall]);
  const [actor] = marks.acting;
  const focus = (actor && plan.tokens.get(actor)) || [...plan.tokens.values()][0] || null;
  const camera = useCamera(svg, ground, plan, focus, setSeen);
  const ghost = useDrag(svg, marks, view.board.kind === 'grid', camera.at);
  useHold(svg, marks, view.board.kind === 'grid', camera.at);
  const now = { ...marks, cursor };

  const key = (/** @type {KeyboardEvent} */ event) => {
    const arrow = event.ctrlKey || event.altKey || event.metaKey ? undefined : ARROWS[event.key];
    if (arrow) {
      const next = stepped(view, plan, cursor ?? actorsPlace(view, actor), arrow);
      setCursor(next.id);
      camera.reveal(next);
    } else if (event.key === 'Enter' && cursor) press(view, marks, cursor);
    else if (event.key === 'x' && cursor && marks.onAsk) marks.onAsk(asked(view, cursor));
    else if (event.key === '+' || event.key === '=') camera.zoom(1.25);
    else if (event.key === '-') camera.zoom(0.8);
    else if (event.key === '0') camera.fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const { Draw } = kind;
  return html`<main class="board" aria-label=${words.board}>
    <div class="stage" role="application" tabindex="0" aria-label=${words.boardOf(view.board.kind)} onKeyDown=${key}>
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
      <button class="btn icon not-phone" aria-label=${words.zoomIn} onClick=${() => camera.zoom(1.25)}><${Icon} name="plus" /></button>
      <button class="btn icon not-phone" aria-label=${words.zoomOut} onClick=${() => camera.zoom(0.8)}><${Icon} name="minus" /></button>
      <button class="btn icon" aria-label=${words.fit} onClick=${camera.fit}><${Icon} name="fit" /></button>
    </div>
  </main>`;
}

/** Return whom the cursor is on, else the place. @param {View} view @param {string} cursor @returns {{who: string} | {at: string}} */
function asked(view, cursor) {
  const there = view.combatants.find((each) => each.at === cursor || each.id === cursor);
  return there ? { who: there.id } : { at: cursor };
}

/** @param {View} view @param {string | undefined} who */
function actorsPlace(view, who) {
  return view.combatants.find((each) => each.id === who)?.at ?? null;
}

/** Press whatever the cursor is on: somebody who may be chosen there, else the place. @param {View} view @param {Marks} marks @param {string} cursor */
function press(view, marks, cursor) {
  const there = view.combatants.filter((each) => each.at === cursor || each.id === cursor);
  const aimed = there.find((each) => marks.aims.has(each.id));
  if (aimed) marks.onToken(aimed.id);
  else if (marks.reach.has(cursor) || marks.anywhere || !there.length) marks.onPlace(cursor);
  else if (there[0]) marks.onToken(there[0].id);
}
