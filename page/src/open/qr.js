import { encode } from 'uqr';
import { html } from '../../vendor/vendor.mjs';

/** A text as a QR code, drawn here: no server sees it. @param {{text: string, label: string}} props */
export function Code({ text, label }) {
  const { data, size } = encode(text, { border: 0 });
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
  return html`<svg class="qr" viewBox=${`-2 -2 ${size + 4} ${size + 4}`} role="img" aria-label=${label} shape-rendering="crispEdges"><path d=${dark.join('')} /></svg>`;
}
