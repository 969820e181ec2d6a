/** The boards that are no squares: they lie in a file of their own, and are loaded where a fight has one of them. */
import { html } from '../../vendor/vendor.mjs';
import { Drawn } from './board.js';
import { OTHERS } from './others.js';

/** @import { Shown } from './board.js' */

/** A board of tiles, zones or ranks. @param {Shown} props */
export function OtherBoard(props) {
  const kind = OTHERS[props.view.board.kind];
  return kind ? html`<${Drawn} ...${props} kind=${kind} />` : null;
}
