/* Put in front of a page, and of what runs beside it: what is drawn by lot there is the same every time. */
{
  const [number, d, x] = GIVEN;
  let drawn = number + 1;
  crypto.getRandomValues = (into) => {
    const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
    for (let at = 0; at < bytes.length; at++) {
      drawn = (drawn * 16807) % 2147483647;
      bytes[at] = drawn & 255;
    }
    return into;
  };
  if (crypto.subtle) {
    const key = (parts, how, uses, shown) => crypto.subtle.importKey(parts instanceof Uint8Array ? 'raw' : 'jwk', parts, how, shown, uses);
    crypto.subtle.generateKey = async (how, _, uses) => {
      if (how.name === 'HMAC') return key(crypto.getRandomValues(new Uint8Array(64)), how, uses, false);
      const [open, secret] = [{ kty: 'OKP', crv: 'Ed25519', x }, { kty: 'OKP', crv: 'Ed25519', x, d }];
      return { privateKey: await key(secret, 'Ed25519', ['sign'], false), publicKey: await key(open, 'Ed25519', ['verify'], true) };
    };
  }
}
