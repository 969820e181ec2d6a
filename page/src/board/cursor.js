import { isDown, mainPool, nameOf, plain } from '../model/facts.js';
import { english, listed, poolly, titledly } from '../strings/english.js';
import { words } from '../strings/words.js';
import { middle } from './grid.js';

/** @import { Combatant, View } from '../model/types.js' */
/** @import { Marks, Plan, Spot } from './marks.js' */

/**
 * Return the place a step away in a direction: the next square, else the nearest place that lies that way.
 * @param {View} view
 * @param {Plan} plan
 * @param {string | null} from
 * @param {[number, number]} way
 * @returns {{id: string} & Spot}
 */
export function stepped(view, plan, from, [dx, dy]) {
  if (view.board.kind === 'grid') return square(view.board, from, dx, dy);
  const spots = view.board.kind === 'ranks' ? plan.tokens : plan.spots;
  const here = spots.get(from ?? '');
  const all = [...spots].map(([id, { x, y }]) => ({ id, x, y }));
  const first = all[0] ?? { id: '', x: 0, y: 0 };
  if (!here || from === null) return first;
  const ahead = all
    .map((each) => {
      const along = (each.x - here.x) * dx + (each.y - here.y) * dy;
      const aside = Math.abs((each.x - here.x) * dy) + Math.abs((each.y - here.y) * dx);
      return { each, along, cost: along + 2 * aside };
    })
    .filter(({ along }) => along > 4)
    .sort((one, other) => one.cost - other.cost);
  return ahead[0]?.each ?? { id: from, x: here.x, y: here.y };
}

/** @param {{width: number, height: number}} board @param {string | null} from @param {number} dx @param {number} dy */
function square(board, from, dx, dy) {
  const [x = 0, y = 0] = from && /^\d+:\d+$/.test(from) ? from.split(':').map(Number) : [0, 0];
  const id = from
    ? `${Math.max(0, Math.min(board.width - 1, x + dx))}:${Math.max(0, Math.min(board.height - 1, y + dy))}`
    : '0:0';
  return { id, ...middle(id) };
}

/** Return how somebody is: what their first pool holds, whether they are down, what they are under. @param {Combatant} each */
function howly(each) {
  return [poolly(mainPool(each)), isDown(each) && english(plain(each.life)), ...each.conditions.map((condition) => english(plain(condition.name)))];
}

/** Return what is where the cursor stands, in words. @param {View} view @param {Marks} marks @param {string} at */
export function described(view, marks, at) {
  const there = view.combatants.filter((each) => each.at === at || each.id === at || standsOn(view, each.id, at));
  const place = view.combatants.some((each) => each.id === at) ? [] : [placely(at)];
  const people = there.map((each) => {
    const aim = marks.aims.get(each.id);
    const barred = aim ? undefined : marks.barred.get(each.id);
    return listed([nameOf(each), ...howly(each), aim && words.target, aim ? aim.text : barred && english(barred)]);
  });
  const reach = marks.reach.get(at);
  return listed([...place, ...people, reach && [words.move, reach.text].filter(Boolean).join(' ')]);
}

/** Return what a place is called; squares are numbers. @param {string} at */
function placely(at) {
  return at.includes(':') ? at : titledly(at);
}

/** @param {View} view @param {string} who @param {string} at */
function standsOn(view, who, at) {
  return view.board.kind === 'grid' && view.board.bodies.some((body) => body.who === who && body.squares.includes(at));
}

/** Return everybody with where they are, for those who read the board as a table. @param {View} view */
export function whereabouts(view) {
  return view.combatants.map((each) => ({
    id: each.id,
    name: nameOf(each),
    at: placely(each.at),
    how: isDown(each) ? english(plain(each.life)) : listed(howly(each)),
  }));
}
