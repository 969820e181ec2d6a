import { html } from '../../vendor/vendor.mjs';
import { plainText } from '../chronicle/parts.js';
import { Icon } from '../icons.js';
import { named, plain } from '../model/facts.js';
import { isPlace } from '../offers/fields.js';
import { way } from '../offers/fill.js';
import { around, english, term } from '../strings/english.js';
import { decimal, percent } from '../strings/numbers.js';
import { words } from '../strings/words.js';

/** @import { Odds, Preview, View } from '../model/types.js' */
/** @import { Play } from '../model/play.js' */

/** What is known of what is about to be sent: the odds, what it takes, who may strike, how it would be told. @param {{view: View, play: Play}} props */
export function Chances({ view, play }) {
  const odds = play.odds.value;
  const own = ownSide(view, play);
  const told = play.foreseen.now.value;
  return html`${own && html`<span class="warned">${words.ownSide(own)}</span>`}${odds ? html`<${Counted} view=${view} odds=${odds} />` : html`<${Far} play=${play} />`}
    ${told && html`<${Foreseen} view=${view} told=${told} />`}`;
}

/** @param {{view: View, odds: Odds}} props */
function Counted({ view, odds }) {
  const [loss] = odds.losses.filter((each) => Number(each.mean.decimal) > 0).sort((one, other) => Number(other.mean.decimal) - Number(one.mean.decimal));
  const [fate] = odds.fates;
  return html`${odds.hit && html`<span><b>${percent(Number(odds.hit.decimal))}</b> ${words.hit}</span>`}
    ${loss && html`<span><b>${decimal(Number(loss.mean.decimal))}</b> ${term(loss.pool)} ${words.onAverage}</span>`}
    ${fate && html`<span><b>${percent(Number(fate.chance.decimal))}</b> ${around(words.goes, named(view, fate.who), english(plain(fate.life)))}</span>`}
    ${odds.assumes.length > 0 && html`<details class="assumes"><summary aria-label=${words.assumes}><${Icon} name="info" /></summary><ul lang="en">${odds.assumes.map((each) => html`<li key=${each}>${each}</li>`)}</ul></details>`}`;
}

/** How far the way that is chosen goes. @param {{play: Play}} props */
function Far({ play }) {
  const place = play.chip.value?.fields.find((field) => isPlace(field) && field.open);
  const end = place?.open?.ends.find((each) => each.tile === play.choice.value[place.name]);
  return end && place ? html`<span><b>${end.cost}</b> ${words.farBy(way(place, end.tile).length)}</span>` : null;
}

/** @param {{view: View, told: Preview}} props */
function Foreseen({ view, told }) {
  const strikers = told.provokes.map((who) => named(view, who));
  return html`${strikers.length > 0 && html`<span class="warned">${words.mayStrike(strikers)}</span>`}
    ${told.ruling && html`<span class="warned">${words.waitsForRuling}</span>`}
    ${told.costs.map((cost) => html`<span key=${cost.what}>${term(cost.what)} <b>${cost.before} → ${cost.after}</b></span>`)}
    ${told.uses.map((thing) => html`<span key=${thing}>${around(words.usesUp, term(thing))}</span>`)}
    ${!told.rolls && html`<span class="to-be not-phone">${words.wouldRead} <q>${english(plainText(told.text).replace(/ \((?:[A-Z]{2,6}-\w+(?:, )?)+\)\.?$/, '.'))}</q></span>`}`;
}

/** Return the name of a target of one's own side, or null. @param {View} view @param {Play} play */
function ownSide(view, play) {
  const chip = play.chip.value;
  const target = chip?.fields.find((field) => field.means === 'combatant');
  const who = view.combatants.find((each) => target && each.id === play.choice.value[target.name]);
  const side = view.combatants.find((each) => each.id === chip?.who)?.side;
  return who && who.side === side && who.id !== chip?.who ? named(view, who.id) : null;
}
