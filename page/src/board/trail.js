import { useRef } from '../../vendor/vendor.mjs';

/** @import { View } from '../model/types.js' */

/** Return from where to where somebody moved between two views; nothing where nobody did. @param {View} before @param {View} view */
export function moved(before, view) {
  const was = new Map(before.combatants.map((each) => [each.id, each.at]));
  const who = view.combatants.find((each) => each.at && was.get(each.id) && was.get(each.id) !== each.at);
  return who ? [was.get(who.id) ?? '', who.at] : [];
}

/** Return the way of whoever moved last since one looks on; whoever is put back leaves none. @param {View | null} view */
export function useTrail(view) {
  const last = useRef({ view, trail: /** @type {string[]} */ ([]) });
  const { view: before, trail } = last.current;
  if (before === view) return trail;
  const now = before && view ? moved(before, view) : [];
  const back = now.length > 0 && now.every((place, index) => place === trail[1 - index]);
  last.current = { view, trail: back ? [] : now.length ? now : trail };
  return last.current.trail;
}
