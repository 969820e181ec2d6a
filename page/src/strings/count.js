/**
 * Return how a language counts: a number with what is counted, in the form that its plural asks for.
 * @param {string} language
 */
export function counting(language) {
  const [plural, number] = [new Intl.PluralRules(language), new Intl.NumberFormat(language)];
  return /** @param {number} n @param {Record<string, string>} forms */ (n, forms) => `${number.format(n)} ${forms[plural.select(n)] ?? forms['other']}`;
}
