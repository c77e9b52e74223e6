import { limits } from '../shared/limits.ts';
import type { ImageFile } from './image-file.ts';

export interface ImageSize {
  width: number;
  height: number;
}

/**
 * Returns the size in which an image is stored. Limits its shorter side and its pixels, so that a long screenshot stays readable, and its longer side to the
 * maximum of WebP. Keeps the aspect ratio and never enlarges. `pixels` is the limit on the pixels.
 */
export function fitImage({ width, height }: ImageSize, pixels: number = limits.storedPixels): ImageSize {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const scale = Math.min(1, limits.storedShortSide / short, limits.storedLongSide / long, Math.sqrt(pixels / width / height));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** Returns the limit on the pixels of an uploaded image of one frame. */
export function maxPixels({ format, isMultiScan }: ImageFile): number {
  if (format === 'avif') return limits.avifPixels;
  if (format !== 'jpeg') return limits.mediaPixels;
  return isMultiScan ? limits.progressivePixels : limits.jpegPixels;
}
