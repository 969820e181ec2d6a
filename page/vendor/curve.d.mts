/** The curve: of the browser's own signatures only the points, else all of the vendored library. */
export const noble: { Point: { fromBytes(raw: Uint8Array): { is0(): boolean; isTorsionFree(): boolean } } };
export class Point { static fromBytes(raw: Uint8Array): Point; is0(): boolean; isTorsionFree(): boolean; }
