import { html, useEffect, useRef } from '../../vendor/vendor.mjs';
import { Face } from '../board/token.js';
import { inOrder, isDown, mainPool, nameOf, plain, share, sideOf, whoActs } from '../model/facts.js';
import { under } from '../model/under.js';
import { around, capitalTerm, english, term } from '../strings/english.js';
import { words } from '../strings/words.js';

/** @import { Combatant, View } from '../model/types.js' */

/** Everybody in the order of turns, with how they are. @param {{view: View, seat: string | null, ask?: (who: string) => void, acting?: Set<string>}} props */
export function Order({ view, seat, ask, acting = new Set(whoActs(view)) }) {
  const { round, phase, order, first } = view.initiative;
  const shown = useRef(/** @type {HTMLElement | null} */ (null));
  const now = [...acting].join();
  useEffect(() => {
    const box = shown.current;
    const one = box?.querySelector('[aria-current]');
    if (box && one instanceof HTMLElement) box.scrollTo({ left: one.offsetLeft - box.clientWidth / 2 + 30, top: one.offsetTop - box.clientHeight / 2 });
  }, [now]);
  const kind = order.some((turn) => turn.initiative !== null) ? words.initiative : first ? around(words.first, term(first)) : english(plain(phase));
  return html`<nav class="order" aria-label=${words.order} tabindex="0" ref=${shown}>
    <h2>${round === null ? capitalTerm(phase) : words.round(round)}<span class="soft small">${round === null ? '' : kind}</span></h2>
    ${view.combatants.some((each) => each.vague) && html`<p class="soft small courtesy">${words.courtesy}</p>`}
    <ol>${inOrder(view).map((each) => html`<${Row} key=${each.id} view=${view} each=${each} now=${acting.has(each.id)} mine=${seat !== null && each.controller === seat} ask=${ask} />`)}</ol>
  </nav>`;
}

/** @param {{view: View, each: Combatant, now: boolean, mine: boolean, ask?: ((who: string) => void) | undefined}} props */
function Row({ view, each, now, mine, ask }) {
  const turn = view.initiative.order.find((one) => one.who === each.id);
  const pool = mainPool(each);
  const low = share(pool) < 1 / 3;
  const truly = under(view.true_names, each.id);
  const kind = isDown(each) ? 'out' : now ? 'now' : turn?.acted ? 'did' : '';
  return html`<li class=${kind} aria-current=${now ? 'true' : undefined} onClick=${ask && (() => ask(each.id))}>
    <${Face} view=${view} each=${each} />
    <span class="n" title=${[nameOf(each), truly].filter(Boolean).join(' · ')}>${ask ? html`<button class="plain"><bdi>${nameOf(each)}</bdi></button>` : html`<bdi>${nameOf(each)}</bdi>`}${truly && html` <small class="soft"><bdi>(${truly})</bdi></small>`}${mine && html` <span class="mine">${words.you}</span>`}</span>
    <span class="ini-no">${turn?.initiative ?? (turn?.acted && !now ? words.acted : '')}</span>
    <span class="hp"><svg class=${`s${sideOf(view, each)}`} viewBox="0 0 62 5" preserveAspectRatio="none" aria-hidden="true">
        <rect class="bar-track" width="62" height="5" rx="2.5" /><rect class=${`bar${low ? ' low' : ''}`} width=${(62 * share(pool)).toFixed(1)} height="5" rx="2.5" /></svg>
      ${isDown(each) ? html`<em lang="en">${plain(each.life)}</em>` : pool?.told !== undefined ? html`<em lang="en">${pool.told}</em>` : pool && html`<b>${pool.now}</b>${pool.max !== null && html`<span>${words.of} ${pool.max}</span>`}`}</span>
  </li>`;
}
