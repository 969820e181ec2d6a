import { mainPool, nameOf } from '../model/facts.js';
import { around, listed, term } from '../strings/english.js';
import { words } from '../strings/sheets.js';

/** @import { View } from '../model/types.js' */

/** So many differences are named. */
const MOST = 5;

/** Return in words what leads from one view to another. @param {View} from @param {View} to @returns {unknown[]} */
export function differences(from, to) {
  const after = new Map(to.combatants.map((each) => [each.id, each]));
  const told = from.combatants.flatMap((each) => {
    const then = after.get(each.id);
    if (!then) return [];
    const [pool, other] = [mainPool(each), mainPool(then)];
    return [
      ...(each.at !== then.at ? [around(words.moved, nameOf(each), term(each.at), term(then.at))] : []),
      ...(pool && other && pool.now !== other.now ? [around(words.moved, listed([nameOf(each), term(pool.name)]), pool.now, other.now)] : []),
    ];
  });
  return told.length > MOST ? [...told.slice(0, MOST), words.more(told.length - MOST)] : told;
}
