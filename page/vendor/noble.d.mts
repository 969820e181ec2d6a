export const noble: {
  Point: { fromBytes(raw: Uint8Array): { is0(): boolean; isTorsionFree(): boolean } };
  getPublicKey(seed: Uint8Array): Uint8Array;
  sign(text: Uint8Array, seed: Uint8Array): Uint8Array;
  verify(signature: Uint8Array, text: Uint8Array, key: Uint8Array): boolean;
  sha256(raw: Uint8Array): Uint8Array;
  hmac(hash: unknown, key: Uint8Array, text: Uint8Array): Uint8Array;
};
