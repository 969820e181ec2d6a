import { isThing, plain } from '../model/facts.js';
import { under } from '../model/under.js';

/** @import { Draft } from './begin.js' */
/** @import { Form, Rule } from './rules.js' */

/** What a table agrees on whatever it plays, besides what each side shows, in the order in which it is asked. */
const AGREED = ['clock', 'dice', 'attest', 'hands', 'rewind', 'overrides', 'missing', 'entropy', 'key_wait'];
/** Where dice come from that are thrown by a check file alone. */
const LOADED = 'loaded';

/** Under such a name stands what a side shows of its pools. @param {string} side */
const shownBy = (side) => `disclosure/${side}`;

/** Return what a table agrees on as rules by their names: what each side shows the others, then the rest that this fight can have otherwise. @param {Form} form @param {Draft} draft @param {Record<string, unknown>} [agreed] @returns {[string, Rule][]} */
export function agreedRules({ properties }, { begins, opening, possible }, agreed = {}) {
  const { additionalProperties: shows, title, description } = /** @type {Partial<Rule>} */ (properties['disclosure'] ?? {});
  const sides = shows ? [...new Set(begins.combatants.flatMap((each) => (isThing(each) ? [] : [each.side])))] : [];
  const disclosed = sides.map((side, index) => {
    const rule = { ...shows, title: `${title}: ${plain(side)}`, description: index ? '' : description, default: shows?.enum?.[0] };
    return /** @type {[string, Rule]} */ ([shownBy(side), rule]);
  });
  const others = AGREED.flatMap((name) => {
    const rule = properties[name];
    const now = under({ ...opening, ...agreed }, name) ?? rule?.default;
    const values = rule?.enum?.filter((each) => each === now || (each !== LOADED && (under(possible, name)?.includes(String(each)) ?? true)));
    return rule && (values?.length !== 1 || now !== rule.default) ? [/** @type {[string, Rule]} */ ([name, values ? { ...rule, enum: values } : rule])] : [];
  });
  return [...disclosed, ...others];
}

/** Return what is agreed on so far by the names of these rules: as the opening says, but for what was changed. @param {Record<string, unknown>} opening @param {Record<string, unknown>} agreed */
export function agreedOn(opening, agreed) {
  const { disclosure, ...all } = { ...opening, ...agreed };
  const shown = Object.entries(/** @type {object} */ (disclosure ?? {})).map(([side, how]) => [shownBy(side), how]);
  return { ...all, ...Object.fromEntries(shown) };
}

/**
 * Return what is agreed on once a rule is changed; a side that shows what it shows anyway is not named.
 * @param {Record<string, unknown>} opening @param {Record<string, unknown>} agreed @param {[string, Rule]} rule @param {unknown} value
 * @returns {Record<string, unknown>}
 */
export function agreeing(opening, agreed, [name, rule], value) {
  const [, side] = /^disclosure\/(.*)$/s.exec(name) ?? [];
  if (side === undefined) return { ...agreed, [name]: value };
  const before = Object.entries(/** @type {object} */ ({ ...opening, ...agreed }['disclosure'] ?? {})).filter(([each]) => each !== side);
  const after = value === rule.default ? before : [...before, [side, value]];
  return { ...agreed, disclosure: after.length ? Object.fromEntries(after) : undefined };
}
