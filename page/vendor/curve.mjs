/**
 * As much of the curve of Ed25519 as tells a key that one may sign with from others: enough where the browser signs.
 * Where it does not, what is in `noble` is replaced by the vendored library.
 */
const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const D = 0x52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3n;
const mod = (a) => ((a % P) + P) % P;

function power(base, exponent) {
  let result = 1n;
  for (let b = mod(base), e = exponent; e > 0n; e >>= 1n, b = mod(b * b)) if (e & 1n) result = mod(result * b);
  return result;
}

/** A point in extended coordinates. */
export class Point {
  constructor(x, y, z, t) {
    Object.assign(this, { x, y, z, t });
  }

  /** Return the point that 32 bytes spell; Error where they spell none, or not canonically. */
  static fromBytes(bytes) {
    const spelt = bytes.reduceRight((sum, each) => (sum << 8n) | BigInt(each), 0n);
    const [y, odd] = [spelt & ((1n << 255n) - 1n), spelt >> 255n];
    const [u, v] = [mod(y * y - 1n), mod(D * y * y + 1n)];
    let x = mod(u * v ** 3n * power(u * v ** 7n, (P - 5n) / 8n));
    if (mod(v * x * x) === mod(-u)) x = mod(x * power(2n, (P - 1n) / 4n));
    if (bytes.length !== 32 || y >= P || mod(v * x * x) !== u || (x === 0n && odd)) throw new Error('no point');
    if ((x & 1n) !== odd) x = P - x;
    return new Point(x, y, 1n, mod(x * y));
  }

  add(other) {
    const [a, b] = [mod((this.y - this.x) * (other.y - other.x)), mod((this.y + this.x) * (other.y + other.x))];
    const [c, d] = [mod(2n * D * this.t * other.t), mod(2n * this.z * other.z)];
    const [e, f, g, h] = [b - a, d - c, d + c, b + a];
    return new Point(mod(e * f), mod(g * h), mod(f * g), mod(e * h));
  }

  is0() {
    return this.x === 0n && this.y === this.z;
  }

  isTorsionFree() {
    let sum = new Point(0n, 1n, 1n, 0n);
    for (let each = this, left = L; left > 0n; left >>= 1n, each = each.add(each)) if (left & 1n) sum = sum.add(each);
    return sum.is0();
  }
}

export const noble = { Point };
