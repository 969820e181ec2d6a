import { watching } from '../board/marks.js';
import { mainPool, nameOf } from '../model/facts.js';
import { around, listed, plainly } from '../strings/english.js';
import { words } from '../strings/words.js';

/** @import { View } from '../model/types.js' */
/** @import { Marks } from '../board/marks.js' */

/** So many differences are named. */
const MOST = 5;

/** Return the marks of a board as it stood, with the ways that would be taken back. @param {View} then @param {View} now @returns {Marks} */
export function goneFrom(then, now) {
  const at = new Map(now.combatants.map((each) => [each.id, each.at]));
  const gone = then.combatants.flatMap((each) => {
    const to = at.get(each.id);
    return to && each.at && to !== each.at ? [/** @type {[string, string]} */ ([each.at, to])] : [];
  });
  return { ...watching(new Set()), gone };
}

/** Return in words how somebody would be then, and is now. @param {View} then @param {View} now @returns {unknown[]} */
export function differences(then, now) {
  const before = new Map(then.combatants.map((each) => [each.id, each]));
  const told = now.combatants.flatMap((each) => {
    const was = before.get(each.id);
    if (!was) return [];
    const [pool, other] = [mainPool(was), mainPool(each)];
    return [
      ...(was.at !== each.at ? [around(words.moved, nameOf(each), plainly(each.at), plainly(was.at))] : []),
      ...(pool && other && pool.now !== other.now ? [around(words.moved, listed([nameOf(each), plainly(pool.name)]), other.now, pool.now)] : []),
    ];
  });
  return told.length > MOST ? [...told.slice(0, MOST), words.more(told.length - MOST)] : told;
}
