import { spokenEntry } from './parts.js';

/** @import { Entry, View } from '../model/types.js' */

/**
 * Which entries are looked for: in which some words stand, of what kind they are (`kind`), whom they name (`who`).
 * @typedef {{find: string, kind: string, who: string}} Sought
 */

/** Everything. @type {Sought} */
export const ALL = { find: '', kind: '', who: '' };

/** What entries of each kind are, for somebody in a seat. @type {Record<'mine' | 'rolls' | 'words' | 'rulings' | 'undone', (entry: Entry, seat: string | null) => boolean>} */
export const KINDS = {
  mine: (entry, seat) => seat !== null && entry.seat === seat,
  rolls: (entry) => entry.dice.length > 0,
  words: (entry) => entry.words > 0,
  rulings: (entry) => entry.rulings > 0,
  undone: (entry) => entry.undone_by !== null,
};

/** Return whether anything less than everything is looked for. @param {Sought} sought */
export function isSought({ find, kind, who }) {
  return find !== '' || kind !== '' || who !== '';
}

/** Return whether an entry is looked for. @param {Entry} entry @param {View} view @param {string | null} seat @param {Sought} sought */
export function fits(entry, view, seat, { find, kind, who }) {
  if (who && !isAbout(entry, who)) return false;
  if (kind in KINDS && !KINDS[/** @type {keyof typeof KINDS} */ (kind)](entry, seat)) return false;
  return !find || spokenEntry(entry, view).toLowerCase().includes(find.toLowerCase());
}

/** Return whether an entry names somebody, or tells of their dice. @param {Entry} entry @param {string} who */
function isAbout(entry, who) {
  return entry.clauses.some((clause) => clause.parts.some((part) => part.who === who)) || entry.dice.some((roll) => roll.by === who);
}
