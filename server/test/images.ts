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

/** Returns a GIF animation of a white bar, 4 pixels wide, that moves right by 4 pixels with each frame. */
export function recording({ width, height, frames, delay }: Record<'width' | 'height' | 'frames' | 'delay', number>): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * frames);
  for (let frame = 0; frame < frames; frame++)
    for (let row = 0; row < height; row++) {
      const start = (frame * height + row) * width + ((frame * 4) % width);
      pixels.fill(255, start, start + 4);
    }
  const raw = { width, height: height * frames, channels: 1 as const, pageHeight: height };
  return sharp(pixels, { raw, limitInputPixels: false })
    .gif({ delay: Array(frames).fill(delay), effort: 1, dither: 0 })
    .toBuffer();
}

/** Adds the chunk that makes a PNG image an animation (APNG). */
export function animatedPng(png: Buffer): Buffer {
  const control = Buffer.alloc(20);
  control.writeUInt32BE(8, 0);
  control.write('acTL', 4);
  control.writeUInt32BE(2, 8);
  control.writeUInt32BE(crc32(control.subarray(4, 16)), 16);
  return Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]);
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
