const plural = new Intl.PluralRules('en');

/** Return a number with what is counted. @param {number} n @param {Record<string, string>} forms */
export const count = (n, forms) => `${n} ${forms[plural.select(n)] ?? forms.other}`;
