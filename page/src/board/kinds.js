import { Grid, gridPlan } from './grid.js';

/**
 * How a board of a kind is laid out and drawn.
 * @typedef {{plan: (view: import('../model/types.js').View, tall: boolean) => import('./marks.js').Plan, Draw: (props: any) => unknown}} Kind
 */

/** Squares. @type {Kind} */
export const GRID = { plan: gridPlan, Draw: Grid };
