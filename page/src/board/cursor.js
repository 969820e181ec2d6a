import { isDown, mainPool, nameOf, plain } from '../model/facts.js';
import { english, listed, poolInWords, capitalTerm } from '../strings/english.js';
import { wordFor, words } from '../strings/words.js';
import { middle } from './grid.js';
import { rankKey } from './marks.js';

/** @import { Combatant, View } from '../model/types.js' */
/** @import { Marks, Plan, Spot } from './marks.js' */

/**
 * Return the place a step away in a direction: the next square, else the nearest place that lies that way; on ranks
 * the next of those who stand there, as long as nobody chooses a rank.
 * @param {View} view
 * @param {Plan} plan
 * @param {string | null} from
 * @param {[number, number]} way
 * @param {Marks} marks
 * @returns {{id: string} & Spot}
 */
export function stepped(view, plan, from, [dx, dy], marks) {
  if (view.board.kind === 'grid') return square(view.board, from, dx, dy);
  const ranks = [...plan.spots.keys()].some((key) => marks.reach.has(key));
  const spots = view.board.kind === 'ranks' && !ranks ? plan.tokens : plan.spots;
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

/** Return where the cursor stands to be on somebody, or at a place. @param {View} view @param {Plan} plan @param {string} what @returns {{id: string} & Spot} */
export function spotOf(view, plan, what) {
  const who = view.combatants.find((each) => each.id === what);
  const id = who && view.board.kind !== 'ranks' ? who.at : what;
  const spot = view.board.kind === 'grid' ? middle(id) : (plan.spots.get(id) ?? plan.tokens.get(what));
  return { id, x: spot?.x ?? 0, y: spot?.y ?? 0 };
}

/** Return where the cursor stands to be on somebody, or at a place; null where the board has neither. @param {View} view @param {Plan} plan @param {string} what */
export function whereIs(view, plan, what) {
  const who = view.combatants.find((each) => each.id === what);
  if (who && !who.at) return null;
  const spot = spotOf(view, plan, what);
  const known = view.board.kind === 'grid' ? /^\d+:\d+$/.test(spot.id) : plan.spots.has(spot.id) || plan.tokens.has(what);
  return known ? spot : null;
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
function stateOf(each) {
  return [poolInWords(mainPool(each)), isDown(each) && english(plain(each.life)), ...each.conditions.map((condition) => english(plain(condition.name)))];
}

/** Return what is where the cursor stands, in words. @param {View} view @param {Marks} marks @param {string} at */
export function described(view, marks, at) {
  const there = standingAt(view, at);
  const place = view.combatants.some((each) => each.id === at) ? [] : [placeName(view, at)];
  const people = there.map((each) => {
    const aim = marks.aims.get(each.id);
    const barred = aim ? undefined : marks.barred.get(each.id);
    return listed([nameOf(each), ...stateOf(each), aim && words.target, aim ? aim.text : barred && english(barred)]);
  });
  const reach = marks.reach.get(at);
  const threat = marks.threats.get(at);
  return listed([...place, ...people, reach && [words.move, reach.text].filter(Boolean).join(' '), threat && words.inReach(threat.who)]);
}

/** Return whoever stands at a place, or on a square of it, or has that id. @param {View} view @param {string} at */
export function standingAt(view, at) {
  return view.combatants.filter((each) => each.at === at || each.id === at || standsOn(view, each.id, at) || (view.board.kind === 'ranks' && rankKey(each.side, each.at) === at));
}

/** Return what a place is called; squares are numbers. @param {View} view @param {string} at */
export function placeName(view, at) {
  if (view.board.kind !== 'ranks') return at.includes(':') ? at : capitalTerm(at);
  const side = view.board.sides.find((each) => at.startsWith(`${each.side} `))?.side;
  const rank = wordFor(words.ranks, side ? at.slice(side.length + 1) : at);
  return side ? listed([capitalTerm(side), rank]) : rank;
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
    at: placeName(view, each.at),
    how: isDown(each) ? english(plain(each.life)) : listed(stateOf(each)),
  }));
}
