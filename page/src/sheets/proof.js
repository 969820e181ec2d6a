import { html, useEffect, useState } from '../../vendor/vendor.mjs';
import { failure } from '../model/failing.js';
import { failedBy } from '../strings/english.js';
import { words } from '../strings/sheets.js';
import { Side } from './side.js';

/** @import { Failure, RollProof } from '../model/types.js' */
/** @import { Table } from '../model/store.js' */

/** What proves the rolls of a line: the grade, who had a hand in it, what was revealed. @param {{table: Table, line: number, close: () => void}} props */
export function Proof({ table, line, close }) {
  const [found, setFound] = useState(/** @type {RollProof[] | null} */ (null));
  const [wrong, setWrong] = useState(/** @type {Failure | null} */ (null));
  useEffect(() => {
    let left = false;
    setFound(null);
    setWrong(null);
    table.read(`rolls?line=${line}`).then((rolls) => left || setFound(rolls), (problem) => left || setWrong(failure(problem)));
    return () => void (left = true);
  }, [line]);
  return html`<${Side} title=${words.proofOf(line)} label=${words.proof} close=${close}>
    ${wrong && html`<p class="warned" role="alert">${failedBy(wrong)}</p>`}
    ${found === null && !wrong && html`<p class="soft" role="status">${words.loading}</p>`}
    ${found?.length === 0 && html`<p>${words.noRoll}</p>`}
    ${found?.map((roll) => html`<div key=${roll.roll}><p><b>${words.rollNo(roll.roll)}</b> <span class="tag" lang="en">${roll.promise}</span>${roll.voided && html` <span class="tag warn">${words.countsNoMore}</span>`}</p>
      <ul><li>${words.facesAgain(roll.faces.map((faces) => faces.join(' ')).join(' / ') || '–')}</li>
        ${roll.seats.length > 0 && html`<li>${words.gaveLinks(roll.seats)}</li>`}
        ${roll.missing.length > 0 && html`<li>${words.missed(roll.missing)}</li>`}
        <li class="small">${words.declaredBy(roll.seat)} <code>${JSON.stringify(roll.declared['action'] ?? roll.declared)}</code></li>
        ${roll.entropy && html`<li class="small">${words.revealed} <code>${JSON.stringify(roll.entropy)}</code></li>`}</ul></div>`)}
    <p><a href="/verify">${words.verify}</a></p>
  <//>`;
}
