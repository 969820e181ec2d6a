/**
 * What the board shows beyond what stands on it, and what pressing it does.
 *
 * @typedef {{text: string, picked: boolean, own: boolean}} Aim
 * @typedef {{text: string, picked: boolean, far: boolean, struck?: boolean}} Reach
 * `anywhere`: any place can be chosen, not only those of `reach`; who is `movable` may be dragged there; `barred` says why
 * somebody, or a place, cannot be chosen; on the way to a place that is `struck` somebody may strike;
 * `trails` are the ways of the last move, `gone` those that would be taken back; `onLift` hears who is being dragged, where that alone chooses them.
 *
 * @typedef {{who: string[], near: boolean}} Threat
 * `threats` are the places in the reach of foes of whoever would move, with their names: those `near` what is measured are drawn.
 *
 * @typedef {{acting: Set<string>, anywhere: boolean, barred: Map<string, string>, movable: Set<string>, aims: Map<string, Aim>, reach: Map<string, Reach>, threats: Map<string, Threat>, way: string[],
 *   trails: string[][], gone?: [string, string][], cursor: string | null, onToken: (who: string) => void,
 *   onPlace: (place: string, dropped?: boolean, who?: string) => void, onLift?: (who: string) => void, changes?: Map<string, number>,
 *   area?: [string, string] | null, onAsk?: (about: {who: string} | {at: string}) => void, onWhy?: (about: {who: string} | {at: string}) => void, chosen?: string | null, ready?: string | null}} Marks
 * `area` is a rectangle of squares by two of its corners. `chosen` is who or what place was chosen last, `ready` what Enter would send.
 * `changes` are what somebody lost or gained a moment ago.
 *
 * Where things stand on the drawing; a square or a token measures `unit`, and is drawn at least at the scale `least`.
 *
 * @typedef {{x: number, y: number}} Spot
 * @typedef {{box: {x: number, y: number, w: number, h: number}, spots: Map<string, Spot>,
 *   tokens: Map<string, Spot & {r: number, up?: boolean}>, unit: number, least: number}} Plan
 */

/** Return marks of somebody who only watches. @param {Set<string>} acting @returns {Marks} */
export function watching(acting) {
  return {
    acting,
    aims: new Map(),
    reach: new Map(),
    threats: new Map(),
    anywhere: false,
    barred: new Map(),
    movable: new Set(),
    way: [],
    trails: [],
    cursor: null,
    onToken: () => {},
    onPlace: () => {},
  };
}

/** Return what a rank of a side is called among the places of the board. @param {string} side @param {string} rank */
export function rankKey(side, rank) {
  return `${side} ${rank}`;
}
