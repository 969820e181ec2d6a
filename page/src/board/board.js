import { html } from '../../vendor/vendor.mjs';
import { part } from '../browser/part.js';
import { words } from '../strings/words.js';
import { later } from '../table/later.js';
import { GRID } from './kinds.js';
import { Stage } from './stage.js';

/** @import { View } from '../model/types.js' */
/** @import { Kind } from './kinds.js' */
/** @import { Marks } from './marks.js' */
/** @import { Pointed } from '../chronicle/entry.js' */

/**
 * What a board shows, with what may be done on it, what is brought into `sight` of it, and what lies above it.
 * @typedef {{view: View, marks: Marks, tall: boolean, sight?: Pointed | null, children?: unknown}} Shown
 */

const Other = later(part('boards', () => import('./boards.js')), (made) => made.OtherBoard, ({ children }) => html`<main class="board" aria-label=${words.board}><div>${children}</div></main>`);

/** The board of an encounter, whatever its kind. @param {Shown} props */
export function Board(props) {
  return props.view.board.kind === 'grid' ? html`<${Drawn} ...${props} kind=${GRID} />` : html`<${Other} ...${props} />`;
}

/** The same as the main part of a page. @param {Shown & {kind: Kind}} props */
export function Drawn(props) {
  return html`<main class="board" aria-label=${words.board}><${Stage} ...${props} /></main>`;
}
