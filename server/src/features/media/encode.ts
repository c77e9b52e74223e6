import { limits } from '@dev-connector/contract';
import {
  damagedImage,
  describeImageFile,
  emptyImage,
  fitImage,
  formatProblem,
  type ImageFile,
  maxPixels,
  storedTooLarge,
  tooManyFrames,
  tooManyPixels,
  tooMuchAnimation,
} from '@dev-connector/contract/images';
import sharp, { type Metadata, type Sharp } from 'sharp';
import type { Refusal } from '../../platform/workers/task-worker.ts';
import { animationPass, type EncodePass, type OpenImage } from './animation.ts';

/** An image to encode: for a text as WebP, or as a square JPEG for the picture of a member, because link previews cannot show WebP. */
export interface ImageTask {
  bytes: Uint8Array;
  use: 'text' | 'avatar';
}

/** Background of transparent pictures of members. */
const white = '#fff';

/** Part of `limits.mediaBytes` that the second pass aims at, because its size is only estimated. */
const safety = 0.6;

/** Allowed libvips loaders. The first bytes decide which one runs, not the file name or media type. Excludes SVG and document formats. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`);

/** Configures libvips for untrusted images: no other loaders, no cache, one thread. Call it once, in a separate process. */
export function restrictLoaders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders });
  sharp.cache(false);
  sharp.concurrency(1);
}

/** Decodes an image and encodes it again without its metadata, with its EXIF orientation applied. Returns an error for an image that cannot be stored. */
export async function encode({ bytes, use }: ImageTask): Promise<Uint8Array | Refusal> {
  const file = describeImageFile(bytes);
  const problem = bytes.length === 0 ? emptyImage : formatProblem(file, use);
  if (problem !== undefined) return { refused: 'imageInvalid', msg: problem };
  try {
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
    const refusal = pixelProblem(metadata, file, use);
    if (refusal) return refusal;
    const open: OpenImage = (options, input = bytes) => sharp(input, { failOn: 'error', limitInputPixels: limits.jpegPixels, ...options });
    if (use === 'avatar') return await square(open()).toBuffer();
    const isAnimated = (metadata.pages ?? 1) > 1 && metadata.format !== 'heif';
    return await encodeWithin(isAnimated ? await animationPass(open, metadata) : stillPass(open, metadata), isAnimated);
  } catch {
    return { refused: 'imageInvalid', msg: damagedImage(file.format) };
  }
}

/** Compares the size in the header with the limits, before any pixel is decoded. */
function pixelProblem({ width, height, pages = 1 }: Metadata, file: ImageFile, use: ImageTask['use']): Refusal | undefined {
  const refused = 'imageTooManyPixels';
  const limit = maxPixels(file);
  if (width * height > limit) return { refused, msg: tooManyPixels({ width, height }, limit, file) };
  if (use === 'avatar' || pages === 1) return undefined;
  const limitOfAll = file.format === 'webp' ? limits.webpPixels : limits.gifPixels;
  if (pages > limits.mediaFrames) return { refused, msg: tooManyFrames(pages) };
  if (width * height * pages > limitOfAll) return { refused, msg: tooMuchAnimation({ width, height }, pages, limitOfAll) };
  return undefined;
}

/** Encodes an image, and once more with fewer pixels if it has more than `limits.mediaBytes`. */
async function encodeWithin(pass: EncodePass, isAnimated: boolean): Promise<Uint8Array | Refusal> {
  let encoded = await pass(1);
  if (encoded.length > limits.mediaBytes) encoded = await pass((limits.mediaBytes / encoded.length) * safety);
  if (encoded.length <= limits.mediaBytes) return encoded;
  return { refused: 'imageTooLarge', msg: storedTooLarge(encoded.length, isAnimated) };
}

const square = (image: Sharp) =>
  image.autoOrient().resize(limits.avatarSide, limits.avatarSide, { fit: 'cover' }).flatten({ background: white }).jpeg({ quality: 88 });

const stillPass =
  (open: OpenImage, { autoOrient }: Metadata): EncodePass =>
  (share) => {
    const fitted = fitImage(autoOrient);
    const { width, height } = fitImage(fitted, fitted.width * fitted.height * share);
    return open().autoOrient().resize(width, height, { fit: 'fill' }).webp({ quality: 85, effort: 3, smartSubsample: true }).toBuffer();
  };
