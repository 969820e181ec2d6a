/**
 * What the board shows beyond what stands on it, and what pressing it does.
 *
 * @typedef {{text: string, picked: boolean, own: boolean}} Aim
 * @typedef {{text: string, picked: boolean, far: boolean, struck?: boolean}} Reach
 * `anywhere`: any place can be chosen, not only those of `reach`; `movable` may be dragged there; `barred` says why
 * somebody, or a place, cannot be chosen; on the way to a place that is `struck` somebody may strike;
 * `gone` are ways that would be taken back.
 *
 * @typedef {{acting: Set<string>, anywhere: boolean, barred: Map<string, string>, movable: string | null, aims: Map<string, Aim>, reach: Map<string, Reach>, way: string[],
 *   trail: string[], gone?: [string, string][], cursor: string | null, onToken: (who: string) => void,
 *   onPlace: (place: string, dropped?: boolean) => void, changes?: Map<string, number>,
 *   onAsk?: (about: {who: string} | {at: string}) => void}} Marks
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
    anywhere: false,
    barred: new Map(),
    movable: null,
    way: [],
    trail: [],
    cursor: null,
    onToken: () => {},
    onPlace: () => {},
  };
}
