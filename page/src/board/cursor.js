import { isDown, nameOf, plain, spoken, titled } from '../model/facts.js';
import { words } from '../strings/words.js';
import { middle } from './grid.js';

/** @import { View } from '../model/types.js' */
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

/** Return what is where the cursor stands, in words. @param {View} view @param {Marks} marks @param {string} at */
export function described(view, marks, at) {
  const there = view.combatants.filter((each) => each.at === at || each.id === at || standsOn(view, each.id, at));
  const place = view.combatants.some((each) => each.id === at) ? [] : [at.includes(':') ? at : titled(at)];
  const people = there.map((each) => {
    const aim = marks.aims.get(each.id);
    return [spoken(each), aim ? words.target : '', aim?.text ?? (aim ? '' : marks.barred.get(each.id)) ?? ''].filter(Boolean).join(', ');
  });
  const reach = marks.reach.get(at);
  return [...place, ...people, reach ? [words.move, reach.text].filter(Boolean).join(' ') : ''].filter(Boolean).join(', ');
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
    at: each.at.includes(':') ? each.at : titled(each.at),
    how: isDown(each) ? plain(each.life) : spoken(each).split(', ').slice(1).join(', '),
  }));
}
