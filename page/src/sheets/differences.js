import { mainPool, nameOf } from '../model/facts.js';
import { around, listed, term } from '../strings/english.js';
import { words } from '../strings/sheets.js';

/** @import { View } from '../model/types.js' */

/** So many differences are named. */
const MOST = 5;

/** Return in words how somebody would be then, and is now. @param {View} then @param {View} now @returns {unknown[]} */
export function differences(then, now) {
  const before = new Map(then.combatants.map((each) => [each.id, each]));
  const told = now.combatants.flatMap((each) => {
    const was = before.get(each.id);
    if (!was) return [];
    const [pool, other] = [mainPool(was), mainPool(each)];
    return [
      ...(was.at !== each.at ? [around(words.moved, nameOf(each), term(each.at), term(was.at))] : []),
      ...(pool && other && pool.now !== other.now ? [around(words.moved, listed([nameOf(each), term(pool.name)]), other.now, pool.now)] : []),
    ];
  });
  return told.length > MOST ? [...told.slice(0, MOST), words.more(told.length - MOST)] : told;
}
