import { plain } from '../model/facts.js';

/** @import { Entry, Part, View } from '../model/types.js' */

/**
 * Return an entry as a headline and what followed, in parts: names, places and numbers that can be pressed.
 * Where the server tells it as one text, the parts are found in it.
 * @param {Entry} entry
 * @param {View} view
 * @returns {{head: Part[], details: Part[][]}}
 */
export function told(entry, view) {
  if (entry.headline) return { head: entry.headline, details: entry.details ?? [] };
  const text = entry.text.replace(/\.?$/, '').replace(/ \((?:[A-Z]{2,6}-\w+(?:, )?)+\)$/, '');
  const [first = '', ...later] = text.split('; ');
  const colon = first.indexOf(': ');
  const head = colon < 0 ? first : first.slice(0, colon);
  const rest = [...(colon < 0 ? [] : [first.slice(colon + 2)]), ...later];
  /** @type {{who: string | null}} */
  const last = { who: null };
  const parts = marked(head, view, last);
  return { head: parts, details: rest.filter((each) => worthTelling(each, entry, view)).map((each) => marked(each, view, last)) };
}

/** Return whether a consequence says more than what the dice and the turn show. @param {string} said @param {Entry} entry @param {View} view */
function worthTelling(said, entry, view) {
  if (entry.dice.length && / rolled .*\d/.test(said)) return false;
  const change = /^([\w ’-]+?) \d+ to \d+(?: \(.*\))?$/.exec(said);
  return !change || pools(view).has(last(change[1] ?? ''));
}

/** @param {string} words */
function last(words) {
  return words.split(' ').pop() ?? '';
}

/** @param {View} view */
function pools(view) {
  return new Set(view.combatants.flatMap((each) => Object.keys(each.pools)));
}

/** Return a text in parts: who is named, and which numbers can be asked about. @param {string} text @param {View} view @param {{who: string | null}} last @returns {Part[]} */
export function marked(text, view, last) {
  const ids = view.combatants.map((each) => each.id).sort((one, other) => other.length - one.length);
  if (!ids.length) return [{ text: plainText(text) }];
  const names = new RegExp(`(?<![\\w-])(${ids.map(escaped).join('|')})(?![\\w-])`, 'g');
  return text.split(names).flatMap((piece, index) => {
    if (index % 2) {
      last.who = piece;
      return [{ who: piece }];
    }
    return numbers(piece, view, last.who);
  });
}

/** @param {string} text @param {View} view @param {string | null} who @returns {Part[]} */
function numbers(text, view, who) {
  const own = view.combatants.find((each) => each.id === who);
  return text.split(/(\b[a-z_]+ \d+ to \d+\b)/).flatMap(pressable);

  /** @param {string} piece @param {number} index @returns {Part[]} */
  function pressable(piece, index) {
    const [, pool, from, to] = (index % 2 && /^([a-z_]+) (\d+) to (\d+)$/.exec(piece)) || [];
    if (!pool || !own || !(pool in own.pools)) return piece ? [{ text: plainText(piece) }] : [];
    return [{ text: `${plain(pool)} ` }, { number: `${from} → ${to}`, why: `${own.id}.${pool}` }];
  }
}

/** @param {string} text */
function plainText(text) {
  return text.replace(/(\w)_(?=\w)/g, '$1 ');
}

/** @param {string} id */
function escaped(id) {
  return id.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Return an entry as plain words, for search and for the voice. @param {Entry} entry @param {View} view */
export function spokenEntry(entry, view) {
  const { head, details } = told(entry, view);
  return [head, ...details].map((parts) => parts.map((part) => partWords(part, view)).join('')).join('. ');
}

/** @param {Part} part @param {View} view */
function partWords(part, view) {
  if (part.who) return view.combatants.find((each) => each.id === part.who)?.name ?? plain(part.who);
  return part.text ?? String(part.number ?? part.place ?? plain(part.thing ?? ''));
}
