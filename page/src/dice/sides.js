/** @import { Thrown } from '../model/types.js' */

/** Return the sides of each die that is thrown, of the kind that is known; one of six where it is not. @param {Thrown | null} dice */
export function sidesOf(dice) {
  return [...(dice?.dice ?? '1d6').matchAll(/(\d*)d(\d+)/g)].flatMap(([, many, sides]) => Array(Number(many || 1)).fill(Number(sides)));
}
