import { named, nameOf, plain } from './facts.js';

/** @import { View } from './types.js' */

/** Return what people call whoever sits in a seat: as whom they play that bears its name, else its id as one writes a name. @param {View | null} view @param {string} seat */
export function seatName(view, seat) {
  const own = view?.combatants.find((each) => each.controller === seat && each.id.toLowerCase() === seat);
  return own ? nameOf(own) : seat.split('-').map(capital).join(' ');
}

/** Return the same of several. @param {View | null} view @param {string[]} seats */
export function seatNames(view, seats) {
  return seats.map((each) => seatName(view, each));
}

/** Return the names of those whose word is waited for, as people read them. @param {View} view @returns {string[]} */
export function awaited(view) {
  const { owner, who } = view.initiative.pending;
  if (who) return [named(view, who)];
  return [owner ?? []].flat().map((each) => (view.combatants.some((one) => one.id === each || one.side === each) ? named(view, each) : seatName(view, each)));
}

/** Return whether what is waited for is a side, which is a word of the rules. @param {View} view @param {string} name */
export function isSide(view, name) {
  return view.combatants.some((each) => plain(each.side) === name && nameOf(each) !== name);
}

/** @param {string} word */
function capital(word) {
  return /[aeiouy\d]/.test(word) ? word.charAt(0).toUpperCase() + word.slice(1) : word.toUpperCase();
}
