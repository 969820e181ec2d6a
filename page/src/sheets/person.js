import { html } from '../../vendor/vendor.mjs';
import { Face } from '../board/token.js';
import { told } from '../chronicle/parts.js';
import { hintOf, named, nameOf, plain, poolsOf, poolWords, titled } from '../model/facts.js';
import { seatName } from '../model/seats.js';
import { under } from '../model/under.js';
import { aboutWho } from '../offers/about.js';
import { around, capitalTerm, english, listed, poolInWords, term } from '../strings/english.js';
import { words } from '../strings/sheets.js';
import { Deeds } from '../turn/doings.js';
import { Naming, NamingInSecret } from './naming.js';
import { Side } from './side.js';

/** @import { Combatant, Condition, View } from '../model/types.js' */
/** @import { People } from '../model/people.js' */
/** @import { Table } from '../model/store.js' */

/** So much of what somebody did is shown. */
const LATEST = 5;

/** The sheet of somebody: how they are, what they are under and by whom, what they have, what they did. @param {{table: Table, view: View, who: string, people: People}} props */
export function Person({ table, view, who, people }) {
  const each = view.combatants.find((one) => one.id === who) ?? view.reserve.find((one) => one.id === who);
  if (!each) return null;
  const secret = view.reserve.includes(each);
  const truly = under(view.true_names, who);
  const did = table.entries.value.filter((entry) => entry.undone_by === null && entry.clauses[0]?.parts[0]?.who === who).slice(-LATEST).reverse();
  return html`<${Side} title=${html`<${Face} view=${view} each=${each} /> <bdi>${nameOf(each)}</bdi>`} label=${nameOf(each)} secret=${secret} close=${() => people.open(null)}>
    <p class="soft">${listed([term(each.side), term(each.kind), term(each.life), each.at && capitalTerm(each.at), each.controller && words.playedBy(seatName(view, each.controller))], ' · ')}</p>
    <div class="row wrap">${poolsOf(each).filter(poolWords).map((pool) => html`<span class="tag" key=${pool.name}>${poolInWords(pool)}</span>`)}
      ${Object.entries(each.resources).map(([name, left]) => html`<span class="tag" key=${name}>${capitalTerm(name)} ${left}</span>`)}</div>
    ${each.vague && html`<p class="soft small">${words.courtesy}</p>`}
    ${truly && html`<p class="soft">${words.inTruth} <b><bdi>${truly}</bdi></b></p>`}
    ${each.conditions.length > 0 && html`<div><h3>${words.under}</h3><ul>${each.conditions.map((condition) => html`<li key=${condition.name} lang="en" title=${hintOf(condition.name) || undefined}><b>${titled(condition.name)}</b> <span lang=${words.language}>${until(condition, view)}</span></li>`)}</ul></div>`}
    <${Has} each=${each} />
    ${did.length > 0 && html`<div><h3>${words.did}</h3><ul lang="en">${did.map((entry) => html`<li key=${entry.n}><span class="soft small">${entry.n}</span> ${told(entry, view).head.map((part) => (part.who ? named(view, part.who) : part.text ?? '')).join('')}</li>`)}</ul></div>`}
    <${Deeds} found=${aboutWho(people.asides.value, who)} people=${people} />
    ${secret ? html`<${NamingInSecret} table=${table} of=${who} now=${truly ?? each.name ?? ''} />` : html`<${Naming} table=${table} of=${who} now=${each.name ?? ''} things=${thingsOf(view, each)} />`}
  <//>`;
}

/** Return what somebody carries, and what their side holds, as far as it is known. @param {View} view @param {Combatant} each */
function thingsOf(view, each) {
  const all = [...Object.values(each.carried), under(view.hands, each.side) ?? []].flat();
  return [...new Set(all)].filter((id) => /^[\da-z]/i.test(id));
}

/** Return since when, until when and by whom somebody is under something. @param {Condition} condition @param {View} view */
function until(condition, view) {
  return listed([
    condition.stacks && condition.stacks > 1 ? `× ${condition.stacks}` : '',
    typeof condition.value === 'string' || typeof condition.value === 'number' ? english(plain(String(condition.value))) : '',
    condition.until ? around(words.until, english(plain(condition.until))) : '',
    condition.source ? words.from(named(view, condition.source)) : '',
  ]);
}

/** @param {{each: Combatant}} props */
function Has({ each }) {
  const carried = Object.entries(each.carried).filter(([, things]) => things.length);
  const facts = Object.entries(each.sheet).filter(([, value]) => typeof value !== 'object');
  return html`${carried.length > 0 && html`<div><h3>${words.has}</h3><ul>${carried.map(([where, things]) => html`<li key=${where}><span class="soft">${capitalTerm(where)}</span> ${listed(things.map((thing) => capitalTerm(thing)))}</li>`)}</ul></div>`}
    ${facts.length > 0 && html`<p class="small soft" lang="en">${facts.map(([name, value]) => `${plain(name)} ${plain(String(value))}`).join(' · ')}</p>`}`;
}
