import { html, useEffect, useState } from '../../vendor/vendor.mjs';
import { Icon } from '../icons.js';
import { english } from '../strings/english.js';
import { words } from '../strings/words.js';

/** @import { Play } from '../model/play.js' */
/** @import { Table } from '../model/store.js' */

/** Return the time that is left until a moment, second by second; null where nothing runs. @param {number | null} until */
export function useLeft(until) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (until === null) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return until === null ? null : Math.max(0, until - now);
}

/** Return a time as it is read from a clock. @param {number} left milliseconds */
export function clockWords(left) {
  const all = Math.ceil(left / 1000);
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** The time that is left for what is awaited. @param {{until: number | null}} props */
export function Clock({ until }) {
  const left = useLeft(until);
  if (left === null) return null;
  return html`<span class=${`clock${left < 10000 ? ' late' : ''}`} role="timer"><${Icon} name="clock" /> ${clockWords(left)}</span>`;
}

/** The word by which the others end a time that has run out: nothing happens by itself. @param {{table: Table, play: Play}} props */
export function TimeIsUp({ table, play }) {
  const choices = table.choices.value;
  const left = useLeft(table.announced.deadline.value);
  const up = left === 0 && !table.mine.value;
  useEffect(() => {
    if (up) void table.beside();
  }, [up, choices?.version]);
  const claim = play.everything.value.find((chip) => chip.do === 'claim_time');
  if (!up || !claim) return null;
  const go = () => {
    play.arm(claim);
    void play.confirm();
  };
  return html`<section class="say contested" role="group" aria-label=${words.timeIsUp}><p class="q grow" role="alert">${words.timeIsUp}</p>
    <button class="btn go" data-do="claim_time" disabled=${play.sending.value} onClick=${go}>${english(claim.label)}</button></section>`;
}
