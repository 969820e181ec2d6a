import { html, useEffect, useRef, useState } from '../../vendor/vendor.mjs';
import { failure } from '../model/failing.js';
import { seatName, seatNames } from '../model/seats.js';
import { failedBy } from '../strings/english.js';
import { words } from '../strings/sheets.js';
import { wordFor } from '../strings/words.js';
import { OnlyHere } from '../table/onlyhere.js';
import { Copy } from './copy.js';
import { gradeOf, lampOf } from '../worker/grades.js';

/** @import { Failure } from '../model/types.js' */
/** @import { Standing } from '../worker/standing.js' */
/** @import { Present, View } from '../model/types.js' */
/** @import { Table } from '../model/store.js' */
/** @import { Trust } from './seat.js' */

/** So many entries of the chronicle are asked for at a time. */
const AT_ONCE = 1000;

/** What the fight rests on: who takes part in its dice, what was checked, what to keep. @param {{table: Table, trust: Trust, standing: Standing | null, present: Present[], close: () => void}} props */
export function Rests({ table, trust, standing, present, close }) {
  const title = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => title.current?.focus(), []);
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  return html`<section class="rests" role="dialog" aria-label=${words.trust.lamp} onKeyDown=${key}>
    <div class="row"><h2 class="grow" tabindex="-1" ref=${title}>${words.trust.lamp}</h2><button class="btn bare" onClick=${close}>${words.close}</button></div>
    ${standing ? html`<${Standing_} view=${table.view.value} trust=${trust} standing=${standing} present=${present} />` : html`<p>${trust.device?.wrong.value ? failedBy(failure(trust.device.wrong.value)) : trust.device ? words.trust.looking : words.rests.none}</p>
      ${!trust.device && html`<p><button class="btn go" onClick=${() => void trust.sit()}>${words.trust.sit}</button></p>`}`}
    <${Rulings} table=${table} />
    <p class="small soft">${words.rests.page} <a href="/verify">${words.rests.verify}</a></p></section>`;
}

/** How much was ruled and counts, once all of the chronicle is here. @param {{table: Table}} props */
function Rulings({ table }) {
  const [entries, whole] = [table.entries.value, table.whole.value];
  useEffect(() => {
    if (!whole) void table.older(AT_ONCE);
  }, [entries, whole]);
  const n = entries.reduce((sum, { rulings, undone_by: undone }) => sum + (undone === null ? rulings : 0), 0);
  return whole && html`<p>${n ? words.rests.rulings(n) : words.rests.noRulings}</p>`;
}

/** @param {{view: View | null, trust: Trust, standing: Standing, present: Present[]}} props */
function Standing_({ view, trust, standing, present }) {
  const { seats, rolls, stopped, seat } = standing;
  const { without, missing, roll } = lampOf(standing);
  const grades = new Map(/** @type {[string, number][]} */ ([]));
  for (const each of rolls) grades.set(gradeOf(each, seats), (grades.get(gradeOf(each, seats)) ?? 0) + 1);
  const own = seats.find((each) => each.seat === seat)?.salted ?? 0;
  return html`
    ${stopped && html`<p class="bad" lang="en">${stopped.sentence}</p>`}
    ${standing.trouble && html`<p class="bad" role="status" lang="en">${standing.trouble}</p>`}
    <div><p>${standing.keptBy === 'browser' ? words.rests.keptByBrowser : words.rests.keptByPage}</p>
      <p><b>${words.rests.share(own, rolls.length)}</b></p>
      ${without.length > 0 && html`<p>${words.rests.without(seatNames(view, without))}</p>`}
      ${missing.length > 0 && html`<p>${words.rests.missed(seatNames(view, missing), roll)}</p>`}
      ${standing.asked.map((each) => html`<p key=${each.party} class="bad">${words.rests.asks(each.party)}</p>`)}</div>
    <div><h3>${words.rests.rolls}</h3>${rolls.length ? html`<dl>${[...grades].map(([grade, n]) => html`<dt key=${grade}>${n} ${wordFor(words.trust.gradeNames, grade)}</dt><dd>${words.rests.grades[/** @type {'witnessed'} */ (grade)]}</dd>`)}</dl>` : html`<p class="soft">${words.rests.noRolls}</p>`}</div>
    <div><h3>${words.rests.atTable}</h3><ul>${seats.map((each) => html`<li key=${each.seat}><b>${seatName(view, each.seat)}</b> <span class="grow small soft">${told(each, standing, present.flatMap(({ away }) => away))}</span></li>`)}</ul></div>
    ${standing.receipt && html`<div><h3>${words.rests.receipt}</h3><p class="small soft">${words.rests.receiptHow}</p><textarea readonly aria-label=${words.rests.receipt} rows="5">${standing.receipt}</textarea></div>`}
    <div><h3>${words.trust.compare}</h3><p class="small soft">${words.rests.compareHow}</p><p><code>${standing.told}</code></p>
      <p><${Copy} text=${standing.told} label=${words.trust.copy} /></p>
      <${Asked} what="compare" name="pasted" label=${words.rests.theirs} verb=${words.trust.compare} trust=${trust} /></div>
    <div><h3>${words.rests.vouch}</h3><${Invite} trust=${trust} /><p class="small soft">${words.rests.vouchHow}</p>
      <${Vouch} view=${view} trust=${trust} />
      <p class="small soft">${words.rests.lost}</p>
      <${Asked} what="inviteLost" name="lost" label=${words.rests.lostName} verb=${words.rests.inviteLost} trust=${trust} /></div>`;
}

/** @param {Standing['seats'][number]} seat @param {Standing} standing @param {string[]} away */
function told(seat, standing, away) {
  const said = seat.devices.map(({ party, key }) => html`<code key=${party}>${party === seat.seat ? '' : `${party} `}${key}</code>${party === standing.party ? ` ${words.rests.yours}` : away.includes(party) ? ` ${words.rests.away}` : ''} `);
  return [
    ...(said.length ? said : seat.role === 'spectator' ? [wordFor(words.roles, seat.role)] : [words.rests.noDevice]),
    seat.bot ? ` · ${words.rests.bot}` : '',
    seat.late ? ` · ${words.rests.late}` : '',
  ];
}

/** A link for another device of the same seat. @param {{trust: Trust}} props */
function Invite({ trust }) {
  const [told, setTold] = useState('');
  const [wrong, setWrong] = useState(/** @type {Failure | null} */ (null));
  const ask = () => {
    setWrong(null);
    void trust.device?.ask('invite', {}).then((link) => setTold(new URL(link, location.href).href), (problem) => setWrong(failure(problem)));
  };
  return html`<p><button class="btn" onClick=${ask}>${words.rests.invite}</button></p><p role="status" class="bad">${failedBy(wrong)}</p>${told && html`<p class="small soft">${words.rests.inviteHow}</p><p role="status"><code>${told}</code></p><${OnlyHere} link=${told} />`}`;
}

/** A word that another device asks with: it is said whose it is, and only a second press vouches for it. @param {{view: View | null, trust: Trust}} props */
function Vouch({ view, trust }) {
  const [asks, setAsks] = useState(/** @type {{request: string, seat: string, party: string, lost: boolean, bot: boolean} | null} */ (null));
  const [answer, setAnswer] = useState(/** @type {{text: string, bad: boolean} | null} */ (null));
  const tell = (/** @type {string} */ text, /** @type {boolean} */ bad) => (setAsks(null), setAnswer({ text, bad }));
  const ask = (/** @type {string} */ what, /** @type {string} */ request, /** @type {(told: any) => void} */ told) => void trust.device?.ask(what, { request }).then(told, (problem) => tell(problem.message, true));
  const look = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const field = /** @type {HTMLFormElement} */ (event.target).elements.namedItem('request');
    const request = field instanceof HTMLInputElement ? field.value.trim() : '';
    setAnswer(null);
    if (request) ask('asks', request, (told) => setAsks({ ...told, request }));
  };
  return html`<form onSubmit=${look}><input name="request" aria-label=${words.rests.request} placeholder=${words.rests.request} autocomplete="off" onInput=${() => setAsks(null)} /><button class="btn">${words.rests.whoAsks}</button></form>
    <div role="status">${asks && html`<p>${asks.lost ? words.rests.vouchLost(seatName(view, asks.seat), asks.party) : words.rests.vouchPlays(seatName(view, asks.seat), asks.party, asks.bot)}</p>
      <p><button class="btn go" onClick=${() => ask('vouch', asks.request, (text) => tell(text, false))}>${words.rests.vouchVerb}</button></p>`}
      ${answer && html`<p class=${answer.bad ? 'bad' : ''} lang="en">${answer.bad ? answer.text : html`<code>${answer.text}</code>`}</p>`}</div>`;
}

/** Something pasted, and what the device answers to it. @param {{what: string, name: string, label: string, verb: string, trust: Trust}} props */
function Asked({ what, name, label, verb, trust }) {
  const [answer, setAnswer] = useState(/** @type {{text: string, bad: boolean} | null} */ (null));
  const ask = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const field = /** @type {HTMLFormElement} */ (event.target).elements.namedItem(name);
    if (!(field instanceof HTMLInputElement) || !field.value.trim()) return;
    void trust.device?.ask(what, { [name]: field.value }).then(
      (text) => setAnswer({ text, bad: false }),
      (problem) => setAnswer({ text: problem.message, bad: true }),
    );
  };
  return html`<form onSubmit=${ask}><input name=${name} aria-label=${label} placeholder=${label} autocomplete="off" /><button class="btn">${verb}</button></form>
    <p role="status" class=${answer?.bad ? 'bad' : ''} lang="en">${answer && (what !== 'compare' && !answer.bad ? html`<code>${answer.text}</code>` : answer.text)}</p>`;
}
