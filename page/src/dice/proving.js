import { html, useEffect, useState } from '../../vendor/vendor.mjs';
import { Icon } from '../icons.js';
import { Problem } from '../model/call.js';
import { failure } from '../model/failing.js';
import { seatName, seatNames } from '../model/seats.js';
import { english, failedBy } from '../strings/english.js';
import { words } from './words.js';
import { Copy } from '../trust/copy.js';
import { isSame, redrawn } from './redrawn.js';

/** @import { Failure, Rolled, RollProof, View } from '../model/types.js' */
/** @import { Redrawn } from './redrawn.js' */

/**
 * Whose rolls are proved, how the server is asked, and the dice that the page has shown.
 * @typedef {{read: (what: string) => Promise<any>, encounter: string, dice: Rolled[], view: View | null}} Of
 */

/** What proves the rolls of a line: the grade, who had a hand in it, what was revealed, and what this browser makes of it. @param {Of & {line: number}} props */
export function Proofs({ line, ...of }) {
  const [found, setFound] = useState(/** @type {RollProof[] | null} */ (null));
  const [wrong, setWrong] = useState(/** @type {Failure | null} */ (null));
  useEffect(() => {
    let left = false;
    setFound(null);
    setWrong(null);
    of.read(`rolls?line=${line}`).then((rolls) => left || setFound(rolls), (problem) => left || setWrong(failure(problem)));
    return () => void (left = true);
  }, [line]);
  return html`${wrong && html`<p class="warned" role="alert">${failedBy(wrong)}</p>`}
    ${found === null && !wrong && html`<p class="soft" role="status">${words.loading}</p>`}
    ${found?.length === 0 && html`<p>${words.proofs.none}</p>`}
    ${found?.map((roll) => html`<div key=${roll.roll}><p><b>${words.proofs.roll(roll.roll)}</b> <span class="tag" lang="en">${roll.promise}</span>${roll.voided && html` <span class="tag warn">${words.proofs.countsNoMore}</span>`}</p>
      <${Drawn} ...${of} roll=${roll} />
      <ul>${roll.seats.length > 0 && html`<li>${words.proofs.gaveLinks(seatNames(of.view, roll.seats))}</li>`}
        ${roll.missing.length > 0 && html`<li>${words.proofs.missed(seatNames(of.view, roll.missing))}</li>`}
        <li class="small">${words.proofs.declaredBy(seatName(of.view, roll.seat))} <code>${JSON.stringify(roll.declared['action'] ?? roll.declared)}</code></li>
        ${roll.entropy && html`<li class="small">${words.proofs.revealed} <code>${JSON.stringify(roll.entropy)}</code></li>`}</ul></div>`)}
    <p><a href="/verify">${words.verify}</a></p>`;
}

/** A roll drawn again here; of what is sealed or was typed in, the word of the server. @param {Of & {roll: RollProof}} props */
function Drawn({ read, encounter, dice, roll }) {
  const [found, setFound] = useState(/** @type {Redrawn | null} */ (null));
  const [failed, setFailed] = useState(/** @type {unknown} */ (null));
  const alone = roll.entropy !== null && !roll.hidden && !('sealed' in roll.declared) && roll.typed.length === 0;
  useEffect(() => {
    if (alone) void read(`proofs?roll=${roll.roll}`).then(redrawn).then(setFound, setFailed);
  }, []);
  const told = words.proofs.byServer(inWords(roll.faces));
  if (!alone) return html`<p>${told}</p>`;
  if (failed) return html`<p>${told}</p>${!(failed instanceof Problem && failed.kind === 'no-such-proof') && html`<p class="warned" role="alert">${failedBy(failure(failed))}</p>`}`;
  if (!found) return html`<p role="status">${words.proofs.drawing}</p>`;
  if (found.wrong !== null) return html`<p class="warned" role="alert">${words.proofs.doesNotHold} ${english(found.wrong)}</p>`;
  return html`${isSame(found, encounter, roll, dice) ? html`<p class="proof good" role="status"><${Icon} name="shield" /> ${words.proofs.same(inWords(found.faces))}</p>`
      : html`<p class="warned" role="alert">${words.proofs.doesNotHold} ${words.proofs.others(found.roll, inWords(found.faces))}</p>`}
    <p class="small soft">${words.proofs.how}</p>
    <p class="row wrap"><${Copy} text=${found.message} label=${words.proofs.copyMessage} /><${Copy} text=${found.key} label=${words.proofs.copyKey} /></p>`;
}

/** @param {number[][]} faces */
function inWords(faces) {
  return faces.map((each) => each.join(' ')).join(' / ') || '–';
}
