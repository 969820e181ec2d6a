/** @import { Choices, Offer, View } from '../model/types.js' */

/** A seat may end a fight at any time: that is never why it is its turn. */
const ALWAYS = new Set(['end_encounter']);

/** Return the offers that make it one's turn. @param {Offer[]} offers */
export function ofTheTurn(offers) {
  return offers.filter((offer) => !offer.aside && !ALWAYS.has(offer.do));
}

/**
 * Return who may act, as ids of combatants in the order of the view; null is the seat itself.
 * @param {Choices} choices
 * @param {View} view
 * @returns {(string | null)[]}
 */
export function actorsOf(choices, view) {
  const turn = ofTheTurn(choices.offers);
  const known = new Set(view.combatants.map((each) => each.id));
  const who = new Set(turn.map((offer) => (offer.who !== null && known.has(offer.who) ? offer.who : null)));
  const first = choices.pending.who;
  const there = view.combatants.map((each) => each.id).filter((id) => who.has(id));
  const sorted = first && who.has(first) ? [first, ...there.filter((id) => id !== first)] : there;
  return who.has(null) ? [...sorted, null] : sorted;
}
