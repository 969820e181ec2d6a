import { html } from '../../vendor/vendor.mjs';

/** The corners of each side's shape, how far out it reaches for the same weight, and where its first corner points. */
const SHAPES = [
  { corners: 4, out: 1.08, turn: 45 },
  { corners: 0, out: 1, turn: 0 },
  { corners: 6, out: 1.06, turn: -90 },
  { corners: 4, out: 1.24, turn: 45 },
  { corners: 4, out: 1.2, turn: 0 },
  { corners: 5, out: 1.1, turn: -90 },
];

/**
 * The outline of a side's shape around the origin: a circle for the first side, a hexagon for the second.
 * @param {{side: number, r: number, cls: string, dash?: string}} props
 */
export function Outline({ side, r, cls, dash }) {
  const shape = SHAPES[side] ?? SHAPES[1];
  const length = dash ? { pathLength: 100, 'stroke-dasharray': dash } : {};
  if (!shape || !shape.corners) return html`<circle class=${cls} r=${r} transform="rotate(-90)" ...${length} />`;
  return html`<polygon class=${cls} points=${corners(shape, r)} ...${length} />`;
}

/** @param {{corners: number, out: number, turn: number}} shape @param {number} r */
function corners(shape, r) {
  return Array.from({ length: shape.corners }, (_, index) => {
    const angle = ((shape.turn + (360 / shape.corners) * index) * Math.PI) / 180;
    return [r * shape.out * Math.cos(angle), r * shape.out * Math.sin(angle)].map((n) => n.toFixed(1)).join(',');
  }).join(' ');
}
