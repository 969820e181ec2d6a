import { Grid, gridPlan } from './grid.js';
import { Ranks, ranksPlan } from './ranks.js';
import { Tiles, tilesPlan } from './tiles.js';
import { Zones, zonesPlan } from './zones.js';

/** How a board of each kind is laid out and drawn. */
export const KINDS = {
  grid: { plan: gridPlan, Draw: Grid },
  tiles: { plan: tilesPlan, Draw: Tiles },
  zones: { plan: zonesPlan, Draw: Zones },
  ranks: { plan: ranksPlan, Draw: Ranks },
};
