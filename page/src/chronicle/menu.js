import { html, useEffect, useRef } from '../../vendor/vendor.mjs';
import { words } from '../strings/sheets.js';

/**
 * What can be done with something that was pressed: with a line, somebody, a square.
 * @typedef {{label: string, act: () => void, secret?: boolean}} Deed
 */

/** A short list of deeds, beside what they are about. @param {{label: string, deeds: Deed[], close: () => void}} props */
export function Menu({ label, deeds, close }) {
  const box = useRef(/** @type {HTMLUListElement | null} */ (null));
  useEffect(() => {
    const before = document.activeElement;
    // At the lower edge it stands above what it is about.
    const room = box.current?.offsetParent?.closest('.chron')?.getBoundingClientRect().bottom ?? innerHeight;
    box.current?.classList.toggle('up', box.current.getBoundingClientRect().bottom > room);
    box.current?.querySelector('button')?.focus();
    const outside = (/** @type {Event} */ event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) close();
    };
    addEventListener('pointerdown', outside, true);
    return () => {
      removeEventListener('pointerdown', outside, true);
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const key = (/** @type {KeyboardEvent} */ event) => {
    const all = [...(box.current?.querySelectorAll('button') ?? [])];
    const at = all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    if (event.key === 'Escape') close();
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') all[(at + (event.key === 'ArrowDown' ? 1 : -1) + all.length) % all.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return html`<ul class="menu" ref=${box} aria-label=${label} onKeyDown=${key}>
    ${deeds.map((deed) => html`<li key=${deed.label}><button class=${deed.secret ? 'secret' : ''} onClick=${() => (close(), deed.act())}>${deed.label}</button></li>`)}
    ${!deeds.length && html`<li class="soft">${words.nothingHere}</li>`}
  </ul>`;
}
