import { html } from '../../vendor/vendor.mjs';

/** A few words on the board that keep their size. @param {{text: string, kind?: string, lang?: string | undefined}} props */
export function Pill({ text, kind = '', lang }) {
  const width = text.length * 7.4 + 18;
  return html`<g class=${`pill keep ${kind}`}>
    <rect x=${-width / 2} y="0" width=${width} height="21" rx="10.5" />
    <text lang=${lang} x="0" y="15" font-size="13">${text}</text></g>`;
}

/** What somebody lost or gained. @param {{by: number}} props */
export function Change({ by }) {
  return html`<${Pill} text=${by < 0 ? `−${-by}` : `+${by}`} kind=${by < 0 ? 'harm' : 'quiet'} />`;
}
