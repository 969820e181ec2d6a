import { html, useEffect, useRef } from '../../vendor/vendor.mjs';
import { Icon } from '../icons.js';
import { words } from '../strings/words.js';

/** A sheet beside the board: it shuts nothing out, and goes by Esc. @param {{title: unknown, label?: string, close: () => void, secret?: boolean, children?: unknown}} props */
export function Side({ title, label, close, secret = false, children }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const before = document.activeElement;
    box.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return html`<section class=${`side${secret ? ' secret' : ''}`} role="region" aria-label=${label} aria-labelledby=${label ? undefined : 'side-title'} tabindex="-1" ref=${box}>
    <h2 class="row"><span class="grow" id="side-title">${title}</span>${secret && html`<span class="tag only">${words.onlyYou}</span>`}
      <button class="btn bare icon" aria-label=${words.close} onClick=${close}><${Icon} name="close" /></button></h2>
    ${children}
  </section>`;
}
