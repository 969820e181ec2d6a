import { watching } from '../board/marks.js';

/** @import { View } from '../model/types.js' */
/** @import { Marks } from '../board/marks.js' */

/** Return the marks of a board as it stood, with the ways that would be taken back. @param {View} then @param {View} now @returns {Marks} */
export function goneFrom(then, now) {
  const at = new Map(now.combatants.map((each) => [each.id, each.at]));
  const gone = then.combatants.flatMap((each) => {
    const to = at.get(each.id);
    return to && each.at && to !== each.at ? [/** @type {[string, string]} */ ([each.at, to])] : [];
  });
  return { ...watching(new Set()), gone };
}
