/** @import { Entry, Part } from '../model/types.js' */

/**
 * The sections of a chronicle: one a round, with the turns in it, and what was taken back together.
 * @typedef {{entry: Entry} | {turn: string} | {undone: Entry[]}} Item
 * @typedef {{round: number | null, items: Item[]}} Section
 */

/**
 * Return the entries in sections.
 * @param {Entry[]} entries
 * @returns {Section[]}
 */
export function sections(entries) {
  /** @type {Section[]} */
  const found = [{ round: null, items: [] }];
  for (const entry of entries) {
    found[found.length - 1]?.items.push({ entry });
    if (entry.undone_by !== null) continue;
    for (const { parts } of entry.clauses) {
      const round = /\bround (\d+) began/i.exec(own(parts));
      if (round) found.push({ round: Number(round[1]), items: [] });
      found[found.length - 1]?.items.push(...turnsIn(parts).map((turn) => ({ turn })));
    }
  }
  return found.filter((section) => section.items.length > 0 || section.round !== null);
}

/** Return the items of a section with several entries that one rewind took back, one after another, as one. @param {Item[]} items @returns {Item[]} */
export function folded(items) {
  /** @type {Item[]} */
  const found = [];
  for (const item of items) {
    const before = found[found.length - 1];
    const by = undoneBy(item);
    if (!('entry' in item) || !before || by === null || undoneBy(before) !== by) found.push(item);
    else found.splice(-1, 1, { undone: ['undone' in before ? before.undone : 'entry' in before ? [before.entry] : [], item.entry].flat() });
  }
  return found;
}

/** Return the rewind that took an item back; null where none did. @param {Item} item */
function undoneBy(item) {
  if ('undone' in item) return item.undone[0]?.undone_by ?? null;
  return 'entry' in item ? item.entry.undone_by : null;
}

/** Return whose turns begin in a clause: somebody's by their id, else as the clause calls whoever has it. @param {Part[]} parts @returns {string[]} */
function turnsIn(parts) {
  const named = parts.flatMap(({ who }, index) => (who && beginsTurn(parts[index - 1]?.text ?? '', parts[index + 1]?.text ?? '') ? [who] : []));
  const group = parts[0]?.who || named.length ? undefined : /^(.+?) had the turn\b/.exec(own(parts))?.[1];
  return group ? [group] : named;
}

/** Return whether somebody between two pieces of a sentence has the turn by it. @param {string} before @param {string} after */
function beginsTurn(before, after) {
  return /^ had the turn\b/.test(after) || (/\bchose $/.test(before) && /^ to act\b/.test(after));
}

/** Return the chronicle's own words in a clause: what people are called, and what a person said, begins nothing. @param {Part[]} parts */
function own(parts) {
  const words = parts.map((part) => (part.who || part.place ? '\uFFFC' : (part.text ?? '')));
  return words.join('').replace(/“[^”]*”/g, '');
}
