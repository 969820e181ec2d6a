import { under } from '../model/under.js';

/** @import { View } from '../model/types.js' */
/** @import { Chip } from './chips.js' */

/**
 * A card in hand, how many there are of it, and what can be done with it now.
 * @typedef {{id: string, many: number, chips: Chip[]}} Held
 */

/**
 * Return the cards that the side of an actor holds, as they lie in its hand.
 * @param {View} view
 * @param {string | null} who
 * @param {Chip[]} chips
 * @returns {Held[]}
 */
export function handOf(view, who, chips) {
  const side = view.combatants.find((each) => each.id === who)?.side;
  const cards = (side !== undefined && under(view.hands, side)) || [];
  return [...new Set(cards)].map((id) => ({
    id,
    many: cards.filter((each) => each === id).length,
    chips: chips.filter((chip) => Object.values(chip.fixed).includes(id)),
  }));
}
