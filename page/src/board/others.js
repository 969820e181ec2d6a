import { Ranks, ranksPlan } from './ranks.js';
import { Tiles, tilesPlan } from './tiles.js';
import { Zones, zonesPlan } from './zones.js';

/** @import { Kind } from './kinds.js' */

/** All kinds of boards but squares. @type {Record<string, Kind>} */
export const OTHERS = {
  tiles: { plan: tilesPlan, Draw: Tiles },
  zones: { plan: zonesPlan, Draw: Zones },
  ranks: { plan: ranksPlan, Draw: Ranks },
};
