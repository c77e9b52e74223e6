import { type ErrorName, limits } from '@dev-connector/contract';
import sharp, { type Metadata, type Sharp } from 'sharp';

/** An image to encode: for a text as WebP, or as a square JPEG for the picture of a member, because link previews cannot show WebP. */
export interface ImageJob {
  bytes: Uint8Array;
  use: 'text' | 'avatar';
}

/** Background of transparent pictures of members. */
const white = '#fff';

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
export async function encode({ bytes, use }: ImageJob): Promise<Uint8Array | { refused: ErrorName }> {
  try {
    const options = { failOn: 'error', limitInputPixels: limits.mediaPixels } as const;
    const metadata = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
    const isAnimated = use === 'text' && (metadata.pages ?? 1) > 1 && metadata.format !== 'heif';
    if (hasTooManyPixels(metadata)) return { refused: 'imageTooManyPixels' };
    const image = sharp(bytes, { ...options, animated: isAnimated });
    const encoded = await (use === 'avatar' ? square(image) : fit(image, isAnimated)).toBuffer();
    return encoded.length > limits.mediaBytes ? { refused: 'imageTooLarge' } : encoded;
  } catch {
    return { refused: 'imageInvalid' };
  }
}

/** Counts all frames. The size comes from the header, before any pixel is decoded. */
function hasTooManyPixels({ format, width, height, pages = 1 }: Metadata): boolean {
  return pages > limits.mediaFrames || width * height * pages > (format === 'heif' ? limits.avifPixels : limits.mediaPixels);
}

const square = (image: Sharp) =>
  image.autoOrient().resize(limits.avatarSide, limits.avatarSide, { fit: 'cover' }).flatten({ background: white }).jpeg({ quality: 88 });

/** Uses the fastest compression for animations, which have many frames. */
function fit(image: Sharp, isAnimated: boolean): Sharp {
  const side = limits.mediaSide;
  const reduced = (isAnimated ? image : image.autoOrient()).resize(side, side, { fit: 'inside', withoutEnlargement: true });
  return reduced.webp(isAnimated ? { quality: 75, effort: 0 } : { quality: 85, effort: 3, smartSubsample: true });
}
