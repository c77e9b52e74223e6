import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/* Images and forms for tests of uploads. */

type Format = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif';

/** Returns an image with a gradient, so that it is not a single colour. */
export const image = (format: Format = 'png', width = 60, height = 40): Promise<Buffer> => draw(width, height).toFormat(format).toBuffer();

export function draw(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let index = 0; index < pixels.length; index++) pixels[index] = (index * 7) % 251;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Returns an animation whose frames differ. */
export function animation(format: 'gif' | 'webp', frames: number, side = 8): Promise<Buffer> {
  const pixels = Buffer.alloc(side * side * 3 * frames);
  for (let index = 0; index < pixels.length; index++) pixels[index] = (Math.floor(index / (side * side * 3)) * 50) % 256;
  const raw = { width: side, height: side * frames, channels: 3 as const, pageHeight: side };
  return sharp(pixels, { raw })
    .toFormat(format, { delay: Array(frames).fill(100) })
    .toBuffer();
}

/** A PNG header that claims this size, followed by almost nothing. */
export function pngOfSize(width: number, height: number, small: Buffer): Buffer {
  const header = Buffer.from(small);
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  header.writeUInt32BE(crc32(header.subarray(12, 29)), 29);
  return header;
}

/** Returns a multipart body with an image as the field `file`. The media type of the part is wrong on purpose. */
export async function formOf({
  file,
  ...fields
}: Record<string, Buffer | string>): Promise<{ payload: Buffer; headers: { 'content-type': string } }> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...(file && { file }), ...fields }))
    form.append(name, typeof value === 'string' ? value : new Blob([new Uint8Array(value)], { type: 'text/html' }));
  const encoded = new Response(form);
  return { payload: Buffer.from(await encoded.arrayBuffer()), headers: { 'content-type': encoded.headers.get('content-type') ?? '' } };
}
