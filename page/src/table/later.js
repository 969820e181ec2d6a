import { html, useEffect, useRef } from '../../vendor/vendor.mjs';
import { Icon } from '../icons.js';
import { words } from '../strings/words.js';

/** @import { Part } from '../browser/part.js' */

/**
 * Return a component of a part of the page, which is loaded once it is to be shown. Until it is there another one stands
 * around what is said meanwhile; it is given the same as the component itself.
 * @template T
 * @template {object} P
 * @param {Part<T>} part
 * @param {(made: T) => (props: P) => unknown} which
 * @param {(props: P & {children: unknown}) => unknown} Around
 * @returns {(props: P) => unknown}
 */
export function later(part, which, Around) {
  return (props) => {
    useEffect(() => void part.ask(), []);
    const made = part.here.value;
    return made ? html`<${which(made)} ...${props} />` : html`<${Around} ...${props}><${Meanwhile} part=${part} /><//>`;
  };
}

/** That something is on its way, or why it did not come and what to do about that. @param {{part: Part<unknown>}} props */
function Meanwhile({ part }) {
  const missing = part.missing.value;
  if (!missing) return html`<p class="soft" role="status">${words.loading}</p>`;
  const [told, label, act] = missing.newer ? [words.newPage, words.reload, () => location.reload()] : [words.notLoaded, words.tryAgain, () => void part.ask()];
  return html`<div class="row wrap" role="alert"><p class="grow">${told}</p><button class="btn go" onClick=${act}>${label}</button></div>`;
}

/**
 * Return what stands in the place of something that opens, until that is there. Where one is about to type, keys go
 * nowhere else meanwhile.
 * @param {string} kind
 * @param {boolean} [typed]
 */
export function empty(kind, typed = false) {
  return (/** @type {{close?: () => void, children: unknown}} */ { close, children }) => {
    const box = useRef(/** @type {HTMLElement | null} */ (null));
    useEffect(() => void (typed && box.current?.focus()), []);
    const key = (/** @type {KeyboardEvent} */ event) => void (typed && event.key !== 'Escape' && event.stopPropagation());
    return html`<section class=${kind} aria-label=${words.loading} tabindex=${typed ? -1 : undefined} ref=${box} onKeyDown=${key}>
      <div class="row grow"><div class="grow">${children}</div>${close && html`<button class="btn bare icon" aria-label=${words.close} onClick=${close}><${Icon} name="close" /></button>`}</div></section>`;
  };
}
