/** The server keeps no picture with more bytes. */
const MOST = 4 * 1024 * 1024;
/** What is tried one after another until a picture is small enough: the longer side in pixels, and how good it is. */
const SIZES = [[4096, 0.9], [4096, 0.7], [2048, 0.7]];
/** The parts of a PNG that make the picture: some browsers write more. */
const KEPT = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'bKGD', 'pHYs']);
/** What covers a part of a picture. */
const COVER = '#777168';

/**
 * A part of a picture in parts of the whole: from the left, from the top, how wide, how high.
 * @typedef {[number, number, number, number]} Part
 */

/** Return a picture made anew, as small as the server wants it, with parts of it painted over; null where it cannot be small enough. @param {ImageBitmap | HTMLImageElement} image @param {Part[]} [over] */
export async function painted(image, over = []) {
  for (const [side = 0, quality] of SIZES) {
    const blob = await drawn(image, Math.min(1, side / Math.max(image.width, image.height)), over, quality);
    if (blob.size <= MOST) return blob;
  }
  return null;
}

/** @param {ImageBitmap | HTMLImageElement} image @param {number} scale @param {Part[]} over @param {number} [quality] */
async function drawn(image, scale, over, quality) {
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(image.width * scale)), Math.max(1, Math.round(image.height * scale)));
  const brush = canvas.getContext('2d');
  brush?.drawImage(image, 0, 0, canvas.width, canvas.height);
  if (brush) brush.fillStyle = COVER;
  for (const part of over) {
    // Whole pixels: of one that lies on the edge nothing shines through.
    const [left, top] = [Math.floor(part[0] * canvas.width), Math.floor(part[1] * canvas.height)];
    const [right, foot] = [Math.ceil((part[0] + part[2]) * canvas.width), Math.ceil((part[1] + part[3]) * canvas.height)];
    brush?.fillRect(left, top, right - left, foot - top);
  }
  const blob = await canvas.convertToBlob({ type: 'image/webp', ...(quality && { quality }) });
  return blob.type === 'image/png' ? new Blob(bare(new Uint8Array(await blob.arrayBuffer())), { type: blob.type }) : blob;
}

/** Return the parts of a PNG that make the picture. @param {Uint8Array<ArrayBuffer>} png */
export function bare(png) {
  const [numbers, parts] = [new DataView(png.buffer, png.byteOffset), [png.subarray(0, 8)]];
  for (let at = 8; at + 12 <= png.length; ) {
    const end = at + 12 + numbers.getUint32(at);
    if (KEPT.has(String.fromCharCode(...png.subarray(at + 4, at + 8)))) parts.push(png.subarray(at, end));
    at = end;
  }
  return parts;
}
