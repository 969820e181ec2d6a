/**
 * Return how a language counts: a number with what is counted, in the form that its plural asks for.
 * @param {string} language
 */
export function counting(language) {
  const [plural, number] = [new Intl.PluralRules(language), new Intl.NumberFormat(language)];
  return /** @param {number} n @param {Record<string, string>} forms */ (n, forms) => `${number.format(n)} ${forms[plural.select(n)] ?? forms['other']}`;
}

/**
 * Return how a language lists what belongs together, or one of which is meant.
 * @param {string} language
 * @param {'conjunction' | 'disjunction'} [type]
 */
export function listing(language, type = 'conjunction') {
  const list = new Intl.ListFormat(language, { type });
  return /** @param {string[]} each */ (each) => list.format(each);
}
