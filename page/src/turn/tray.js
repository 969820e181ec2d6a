import { html, useEffect, useLayoutEffect, useRef, useState } from '../../vendor/vendor.mjs';
import { cornerOf } from '../board/corner.js';
import { Roll } from '../dice/roll.js';
import { plainText, told } from '../chronicle/parts.js';
import { named, sideOf } from '../model/facts.js';
import { words } from '../strings/words.js';

/** @import { Entry, Part, Rolled, View } from '../model/types.js' */

/** The last roll stays on the board for so long. */
const STAYS = 6000;

/** The dice that have just fallen, in the emptiest corner of the board. @param {{entry: Entry | undefined, view: View, live: boolean}} props */
export function Tray({ entry, view, live }) {
  const [gone, setGone] = useState(-1);
  const n = entry?.last ?? -1;
  const shown = live && entry !== undefined && entry.dice.length > 0 && gone !== n;
  useEffect(() => {
    if (!shown) return undefined;
    const timer = setTimeout(() => setGone(n), STAYS);
    return () => clearTimeout(timer);
  }, [n, shown]);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const [corner, setCorner] = useState('');
  useLayoutEffect(() => {
    if (box.current) setCorner(cornerOf(box.current));
  }, [n, shown]);
  if (!shown) return null;
  return html`<aside class=${`tray not-phone fallen ${corner}`} ref=${box} key=${n}><p class="small soft" lang="en">${headline(entry, view)}</p>
    <div class="row wrap">${entry.dice.map((rolled) => html`<${Roll} view=${view} rolled=${rolled} whose=${entry.dice.length > 1} /><${Held} rolled=${rolled} />`)}</div></aside>`;
}

/** What a roll was held against, where that is one number, and whether it was enough. @param {{rolled: Rolled}} props */
function Held({ rolled: { total, against, enough } }) {
  if (!enough || total === null) return null;
  return html`<span class=${`tag${total < enough ? '' : ' act'}`}>${words.heldAgainst(against ?? enough, total >= enough)}</span>`;
}

/** The last entry in one line, for narrow screens. @param {{entry: Entry | undefined, view: View}} props */
export function Ticker({ entry, view }) {
  const [roll] = entry?.dice ?? [];
  return html`<section class="ticker" aria-label=${words.last}>${view.fork && html`<span class="tag warn">${words.whatIf}</span>`}<p lang="en">${entry && outcome(entry, view)}</p>${roll && html`<${Roll} view=${view} rolled=${roll} />`}</section>`;
}

/** @param {Entry} entry @param {View} view */
function headline(entry, view) {
  return told(entry, view).head.map((part) => partDrawn(part, view));
}

/** What was done and what came of it. @param {Entry} entry @param {View} view */
function outcome(entry, view) {
  const { head, details } = told(entry, view);
  return [head, ...details].map((parts, index) => html`${index > 0 && '. '}${parts.map((part) => partDrawn(part, view))}`);
}

/** @param {Part} part @param {View} view */
function partDrawn(part, view) {
  const each = view.combatants.find(({ id }) => id === part.who);
  return part.who ? html`<bdi class=${`who s${each ? sideOf(view, each) : 0}`}>${named(view, part.who)}</bdi>` : plainText(part.text ?? '');
}
