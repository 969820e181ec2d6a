/**
 * Where places that hang together lie on the screen: where the opening put them, else drawn from their ids and links
 * alone, so that everybody sees the same. Distances on the screen follow the length of ways (stress majorisation); of several tries the one with the
 * fewest crossings is taken.
 *
 * @typedef {{x: number, y: number}} Spot
 */

import { under } from '../model/under.js';

const TRIES = 7;
/** So far apart, in lengths of a usual link, are those of a stated layout that are nearest to each other, at least. */
const NEAREST = 0.85;
const STEPS = 90;

/**
 * Return a spot for each place.
 * @param {string[]} ids
 * @param {[string, string][]} links
 * @param {number} far how far neighbours should be apart
 * @param {number} ratio width to height of where it is drawn
 * @returns {Map<string, Spot>}
 */
export function laidOut(ids, links, far, ratio) {
  const apart = distances(ids, links);
  const edges = links.map(([one, other]) => /** @type {[number, number]} */ ([ids.indexOf(one), ids.indexOf(other)]));
  let best = { cost: Infinity, spots: /** @type {Spot[]} */ ([]) };
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const chance = seeded(`${ids.join()}/${attempt}`);
    const spots = ids.map(() => ({ x: chance() * ids.length, y: chance() * ids.length }));
    for (let step = 0; step < STEPS; step++) relax(spots, apart);
    const cost = crossings(spots, edges) * 50 + stress(spots, apart);
    if (cost < best.cost) best = { cost, spots };
  }
  const turned = fitted(best.spots, ratio);
  return new Map(ids.map((id, index) => [id, scaled(turned[index] ?? { x: 0, y: 0 }, far)]));
}

/**
 * Return a spot for each place where a layout that was stated puts it, scaled and a little stretched to a field of that
 * ratio; null if it does not put all of them somewhere.
 * @param {string[]} ids
 * @param {[string, string][]} links
 * @param {number} far how far neighbours should be apart
 * @param {number} ratio width to height of where it is drawn
 * @param {Record<string, [number, number]>} layout
 * @returns {Map<string, Spot> | null}
 */
export function stated(ids, links, far, ratio, layout) {
  const found = ids.flatMap((id) => {
    const [x, y] = under(layout, id) ?? [];
    return x === undefined || y === undefined ? [] : [{ x, y }];
  });
  if (!ids.length || found.length < ids.length) return null;
  const usual = middle(links.flatMap(([one, other]) => gap(found[ids.indexOf(one)], found[ids.indexOf(other)])));
  const nearest = Math.min(...found.flatMap((one, i) => found.slice(i + 1).flatMap((other) => gap(one, other))));
  const even = found.map((spot) => scaled(spot, Math.max(usual ? 1 / usual : 0, NEAREST / nearest, 0.001)));
  const spots = stretched(even, ratio);
  return new Map(ids.map((id, index) => [id, scaled(spots[index] ?? { x: 0, y: 0 }, far)]));
}

/** Return how far two spots are apart, if both are there. @param {Spot | undefined} one @param {Spot | undefined} other */
function gap(one, other) {
  return one && other ? [Math.hypot(one.x - other.x, one.y - other.y)] : [];
}

/** @param {number[]} numbers */
function middle(numbers) {
  return numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

/** @param {Spot} spot @param {number} by */
function scaled(spot, by) {
  return { x: spot.x * by, y: spot.y * by };
}

/** Return a source of numbers from 0 to 1 that is the same for the same words. @param {string} words */
function seeded(words) {
  let state = [...words].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16777619), 2166136261);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822507) + 0x9e3779b9;
    return ((state ^ (state >>> 13)) >>> 0) / 4294967296;
  };
}

/** Return the length of the way between any two places; whoever cannot be reached is far. @param {string[]} ids @param {[string, string][]} links */
function distances(ids, links) {
  return ids.map((from) => {
    const found = new Map([[from, 0]]);
    const next = [from];
    for (const at of next) {
      for (const [one, other] of links) {
        const to = one === at ? other : other === at ? one : null;
        if (to !== null && !found.has(to)) {
          found.set(to, (found.get(at) ?? 0) + 1);
          next.push(to);
        }
      }
    }
    return ids.map((id) => found.get(id) ?? Math.max(3, Math.sqrt(ids.length) + 1));
  });
}

/** Move each spot to where its distances to all others pull it. @param {Spot[]} spots @param {number[][]} apart */
function relax(spots, apart) {
  spots.forEach((spot, index) => {
    let [x, y, all] = [0, 0, 0];
    spots.forEach((other, to) => {
      if (to === index) return;
      const wanted = apart[index]?.[to] ?? 1;
      const found = Math.hypot(spot.x - other.x, spot.y - other.y) || 0.01;
      const weight = 1 / (wanted * wanted);
      x += weight * (other.x + (wanted * (spot.x - other.x)) / found);
      y += weight * (other.y + (wanted * (spot.y - other.y)) / found);
      all += weight;
    });
    if (all) Object.assign(spot, { x: x / all, y: y / all });
  });
}

/** @param {Spot[]} spots @param {number[][]} apart */
function stress(spots, apart) {
  let sum = 0;
  spots.forEach((one, i) =>
    spots.forEach((other, j) => {
      const wanted = apart[i]?.[j] ?? 0;
      if (j > i && wanted) sum += (Math.hypot(one.x - other.x, one.y - other.y) / wanted - 1) ** 2;
    }),
  );
  return sum;
}

/** Return how many links cross each other, and how many places lie on a link of others. @param {Spot[]} spots @param {[number, number][]} edges */
function crossings(spots, edges) {
  let found = 0;
  edges.forEach(([a, b], index) => {
    const [p, q] = [spots[a], spots[b]];
    if (!p || !q) return;
    edges.slice(index + 1).forEach(([c, d]) => {
      const [r, s] = [spots[c], spots[d]];
      if (r && s && new Set([a, b, c, d]).size === 4 && cross(p, q, r) !== cross(p, q, s) && cross(r, s, p) !== cross(r, s, q)) found++;
    });
    spots.forEach((spot, at) => {
      if (at !== a && at !== b && near(spot, p, q) < 0.35) found++;
    });
  });
  return found;
}

/** @param {Spot} a @param {Spot} b @param {Spot} c */
function cross(a, b, c) {
  return (b.x - a.x) * (c.y - a.y) > (b.y - a.y) * (c.x - a.x);
}

/** Return how far a spot is from a link. @param {Spot} at @param {Spot} from @param {Spot} to */
function near(at, from, to) {
  const long = (to.x - from.x) ** 2 + (to.y - from.y) ** 2 || 1;
  const share = Math.max(0, Math.min(1, ((at.x - from.x) * (to.x - from.x) + (at.y - from.y) * (to.y - from.y)) / long));
  return Math.hypot(at.x - from.x - share * (to.x - from.x), at.y - from.y - share * (to.y - from.y));
}

/** Return the spots turned, and a little stretched, so that they fill a field of that ratio. @param {Spot[]} spots @param {number} ratio */
function fitted(spots, ratio) {
  const turns = Array.from({ length: 24 }, (_, step) => {
    const angle = (step * Math.PI) / 24;
    const turned = spots.map(({ x, y }) => ({
      x: x * Math.cos(angle) - y * Math.sin(angle),
      y: x * Math.sin(angle) + y * Math.cos(angle),
    }));
    const { w, h } = extent(turned);
    return { turned, off: Math.abs(Math.log((w + 0.6) / (h + 0.6) / ratio)) };
  });
  return stretched(turns.reduce((best, each) => (each.off < best.off ? each : best)).turned, ratio);
}

/** Return the spots from the corner on, a little stretched to that ratio. @param {Spot[]} spots @param {number} ratio */
function stretched(spots, ratio) {
  const { x, y, w, h } = extent(spots);
  const stretch = Math.max(0.75, Math.min(1.6, (ratio * (h + 0.6)) / (w + 0.6)));
  return spots.map((spot) => ({
    x: (spot.x - x) * Math.max(1, stretch),
    y: (spot.y - y) * Math.max(1, 1 / stretch),
  }));
}

/** @param {Spot[]} spots */
function extent(spots) {
  const [xs, ys] = [spots.map((each) => each.x), spots.map((each) => each.y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}
