import { named, nameOf } from '../model/facts.js';

/** @import { Entry, Part, View } from '../model/types.js' */

/**
 * Return an entry as a headline and what followed, in parts: names, places and numbers that can be pressed. What the
 * dice show anyway, and what merely was used up, is left out.
 * @param {Entry} entry
 * @param {View} view
 * @returns {{head: Part[], details: Part[][]}}
 */
export function told(entry, view) {
  const pools = new Set(view.combatants.flatMap((each) => Object.keys(each.pools)));
  const details = entry.clauses.filter((clause) => clause.kind === 'detail').map((clause) => clause.parts);
  return flowing(
    joined(bare(entry.clauses.filter((clause) => clause.kind === 'headline').flatMap((clause) => clause.parts))),
    details.filter((parts) => !shownByDice(parts) && !usedUp(parts, pools)).map((parts) => joined(bare(parts))),
  );
}

/**
 * Return both with the first detail in the headline where it is about whoever that begins with: nobody is named twice.
 * @param {Part[]} head @param {Part[][]} details
 */
function flowing(head, details) {
  const [[again, deed, ...rest] = [], ...others] = details;
  if (!again?.who || again.who !== head[0]?.who || !deed?.text?.startsWith(' ')) return { head, details };
  return { head: [...head, { ...deed, text: ` and${deed.text}` }, ...rest], details: others };
}

/** Return whether a detail is a roll, whose dice are drawn. @param {Part[]} parts */
function shownByDice(parts) {
  return parts.some((part) => part.dice !== undefined);
}

/** Return whether a detail says no more than that somebody has less left to do something with. @param {Part[]} parts @param {Set<string>} pools */
function usedUp(parts, pools) {
  const numbers = parts.filter((part) => part.why);
  return numbers.length > 0 && numbers.every((part) => !pools.has(part.why?.split('.').pop() ?? '')) && !parts.some((part) => part.who);
}

/** Return parts without the signs that join them to what stands before and after. @param {Part[]} parts @returns {Part[]} */
function bare(parts) {
  return parts
    .map((part, index) => ({
      ...part,
      text: (part.text ?? '')
        .replace(index === 0 ? /^[:;] ?/ : /^$/, '')
        .replace(index === parts.length - 1 ? /[:;.]? ?$/ : /^$/, ''),
    }))
    .filter((part) => part.text);
}

/** Return the parts with `3 to 2` of one value as one number. @param {Part[]} parts @returns {Part[]} */
function joined(parts) {
  /** @type {Part[]} */
  const found = [];
  parts.forEach((part) => {
    const [before, between] = found.slice(-2);
    if (part.why && before?.why === part.why && between?.text?.trim() === 'to') {
      found.splice(-2, 2, { ...part, text: `${before.text} → ${part.text}`, less: Number(part.number) < Number(before.number) });
    } else found.push(part);
  });
  return found;
}

/** Return a text with the names in it as parts: what people are called, else their ids. @param {string} text @param {View} view @returns {Part[]} */
export function marked(text, view) {
  const ids = view.combatants.map(({ id }) => /** @type {const} */ ([id, id]));
  const known = new Map([...ids, ...view.combatants.map((each) => /** @type {const} */ ([nameOf(each), each.id]))]);
  const longest = [...known.keys()].sort((one, other) => other.length - one.length);
  if (!longest.length) return [{ text }];
  const within = '[\\p{L}\\p{N}_-]';
  const names = new RegExp(`(?<!${within})(${longest.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})(?!${within})`, 'u');
  return text.split(names).map((piece, index) => (index % 2 ? { text: piece, who: known.get(piece) ?? piece } : { text: plainText(piece) }));
}

/** Return what somebody was called when a sentence was told. @param {Part} part @param {View} view */
export function calledThen(part, view) {
  return part.text && part.text !== part.who ? part.text : named(view, part.who ?? '');
}

/** Return words of the server as people read them: ids lose their underscores. @param {string} text */
export function plainText(text) {
  return text.replace(/(\w)_(?=\w)/g, '$1 ');
}

/** Return an entry as plain words, for search and for the voice. @param {Entry} entry @param {View} view */
export function spokenEntry(entry, view) {
  const { head, details } = told(entry, view);
  return [head, ...details].map((parts) => parts.map((part) => (part.who ? calledThen(part, view) : plainText(part.text ?? ''))).join('')).join('. ');
}
