import { describeImageFile } from '@dev-connector/contract/images';
import { imageSize } from 'image-size';

/** Pixels of a still image that are decoded, resized and encoded in a millisecond. */
const pixelsPerMillisecond = 30_000;

/** Cost of animations, of AVIF images, and of images whose size is unknown. */
const unknownCost = 5_000;

/** Estimates the processor time in milliseconds that encoding an image takes, from its header. Takes a part of a millisecond. */
export function costOfImage(bytes: Uint8Array): number {
  const { format, isAnimated } = describeImageFile(bytes);
  if (isAnimated || !['png', 'jpeg', 'webp'].includes(format)) return unknownCost;
  try {
    const { width, height } = imageSize(bytes);
    return (width * height) / pixelsPerMillisecond;
  } catch {
    return unknownCost;
  }
}
