import { html, useMemo } from '../../vendor/vendor.mjs';
import { Patterns } from './grounds.js';
import { GRID } from './kinds.js';
import { watching } from './marks.js';
import { OTHERS } from './others.js';
import { words } from '../strings/words.js';

/** @import { View } from '../model/types.js' */

const NOTHING = watching(new Set());

/** The whole board as a picture: nothing moves in it, and nothing can be pressed. @param {{view: View, mini?: boolean}} props */
export function Still({ view, mini = false }) {
  const kind = OTHERS[view.board.kind] ?? GRID;
  const plan = useMemo(() => kind.plan(view, false), [view]);
  const { x, y, w, h } = plan.box;
  const hidden = mini ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': words.boardOf(view.board.kind) };
  return html`<svg class=${`${view.board.kind} ${mini ? 'mini' : 'still'}`} viewBox=${`${x} ${y} ${w} ${h}`} preserveAspectRatio=${mini ? 'xMidYMid slice' : 'xMidYMid meet'} ...${hidden}>
    ${!mini && html`<${Patterns} />`}<${kind.Draw} view=${view} plan=${plan} marks=${NOTHING} /></svg>`;
}
