import { formatMebibytes, roundUp } from '../shared/file-size.ts';
import { limits } from '../shared/limits.ts';
import type { ImageFile, ImageFormat } from './image-file.ts';
import type { ImageSize } from './image-size.ts';

/* Messages about refused images: which limit it exceeds, its value, and what to do. The server and the browser use them. */

const names: Partial<Record<ImageFormat, string>> = {
  png: 'PNG image',
  jpeg: 'JPEG image',
  webp: 'WebP image',
  gif: 'GIF image',
  avif: 'AVIF image',
  heic: 'HEIC image',
  jxl: 'JPEG XL image',
  tiff: 'TIFF image',
  bmp: 'BMP image',
  ico: 'icon',
  psd: 'Photoshop file',
  pdf: 'PDF document',
  video: 'video',
  svg: 'SVG image',
};

/** Formats that the server decodes. */
const accepted: ImageFormat[] = ['png', 'jpeg', 'webp', 'gif', 'avif'];

/** Returns what is wrong with the format of a file, or undefined if the server accepts it. `use` is where the image is shown: a picture of a member has one frame. */
export function formatProblem({ format, isAnimated }: ImageFile, use: 'text' | 'avatar' = 'text'): string | undefined {
  if (format === 'unknown') return 'The file is not a PNG, JPEG, WebP, GIF or AVIF image. Choose another file, or save it as one of these';
  if (format === 'svg') return 'SVG images can contain scripts, so they are not accepted. Export the image as PNG';
  if (format === 'heic')
    return 'This is a HEIC photo, which only some browsers can open. Save it as JPEG first; iPhones take JPEG photos after Settings, Camera, Formats, Most Compatible';
  if (format === 'video') return 'Videos are not accepted. Save a short one as GIF or animated WebP';
  if (!accepted.includes(format)) return `The file is a ${names[format]}. Save it as PNG or JPEG`;
  if (use === 'text' && isAnimated && format !== 'webp')
    return `Animated ${format === 'png' ? 'PNG' : 'AVIF'} images are not accepted. Save the animation as GIF or WebP`;
  return undefined;
}

export const emptyImage = 'The file is empty. Choose another file';

export const damagedImage = (format: ImageFormat): string =>
  `The ${names[format] ?? 'image'} is incomplete or damaged. Copy it again from where it comes from, or open it and save it again`;

/** For a file above the limit that the browser cannot decode. */
export const notReducible = (size: number): string =>
  `The file has ${formatMebibytes(size)}. The limit is ${formatMebibytes(limits.upload)}. Your browser cannot open it to make it smaller. Check that it is complete, or make it smaller in another program`;

export const animationTooLarge = (size: number): string =>
  `The animation has ${formatMebibytes(size)}. The limit is ${formatMebibytes(limits.upload)}. Make it shorter or smaller`;

export const canvasProtected =
  'Your browser protects you against fingerprinting, so that this page cannot change images. Allow it to read canvases in the address bar, or make the image smaller in another program';

export function tooManyPixels({ width, height }: ImageSize, limit: number, { format, isMultiScan }: ImageFile): string {
  const advice = format === 'avif' || isMultiScan ? 'Make it smaller, or save it as a baseline JPEG' : 'Make it smaller';
  return `The image has ${megapixels(width * height)} (${width} × ${height}). The limit for a ${isMultiScan ? 'progressive ' : ''}${names[format]} is ${megapixels(limit)}. ${advice}`;
}

export const tooManyFrames = (frames: number): string =>
  `The animation has ${frames} frames. The limit is ${limits.mediaFrames}. Make the animation shorter`;

export const tooMuchAnimation = ({ width, height }: ImageSize, frames: number, limit: number): string =>
  `The animation has ${megapixels(width * height * frames)} (${frames} frames of ${width} × ${height}). The limit is ${megapixels(limit)}. Make it shorter or smaller`;

/** `size` is that of the image after compression in bytes. */
export const storedTooLarge = (size: number, isAnimated: boolean): string =>
  `The image has ${formatMebibytes(size)} after compression. The limit is ${formatMebibytes(limits.mediaBytes)}. Make it smaller${isAnimated ? ' or its animation shorter' : ''}`;

const megapixels = (pixels: number): string => `${roundUp(pixels / 1e6)} megapixels`;
