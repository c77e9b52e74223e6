import { limits } from '@dev-connector/contract';
import { fitImage, type ImageSize } from '@dev-connector/contract/images';
import type { Metadata, Sharp, SharpOptions } from 'sharp';

/** Opens the image, or other pixels, with the limits for untrusted images. */
export type OpenImage = (options?: SharpOptions, input?: Uint8Array) => Sharp;

/** Encodes an image. `share` is the part of the allowed pixels to use. */
export type EncodePass = (share: number) => Promise<Uint8Array>;

/** A stored animation: its size, and its frames, each with its index in the original and its duration in milliseconds. */
interface AnimationPlan {
  size: ImageSize;
  frames: { index: number; delay: number }[];
}

/** Milliseconds between frames that no animation is slowed down beyond: 10 frames per second. */
const slowest = 100;

/** Pixels that are decoded to memory at a time, at 4 bytes. The decoder skips the frames before a chunk, which takes a part of their time. */
const chunkPixels = 25_000_000;

/** Browsers show frames of at most 10 ms for 100 ms. */
const shownDelay = (delay: number) => (delay <= 10 ? 100 : delay);

/**
 * Fits an animation into a number of pixels, of all frames together. Drops frames at even intervals first, because the text of a screen recording must stay readable,
 * and then reduces the size. Keeps the duration.
 */
function planAnimation({ width, height, delays }: ImageSize & { delays: number[] }, pixels: number): AnimationPlan {
  const size = fitImage({ width, height });
  const area = size.width * size.height;
  if (area * delays.length <= pixels) return { size, frames: delays.map((delay, index) => ({ index, delay })) };
  const duration = delays.reduce((sum, delay) => sum + shownDelay(delay), 0);
  const interval = Math.min(slowest, duration / Math.max(1, Math.floor(pixels / area)));
  const frames: AnimationPlan['frames'] = [];
  let [time, next] = [0, 0];
  for (const [index, delay] of delays.entries()) {
    const last = frames.at(-1);
    if (last && time < next) last.delay += shownDelay(delay);
    else {
      frames.push({ index, delay: shownDelay(delay) });
      next = Math.max(next + interval, time);
    }
    time += shownDelay(delay);
  }
  return { size: fitImage(size, pixels / frames.length), frames };
}

/** Returns the function that encodes an animation as WebP, with the fastest compression, because it has many frames. */
export async function animationPass(open: OpenImage, { width, height, pages = 1, delay = [], loop = 0 }: Metadata): Promise<EncodePass> {
  const delays = Array.from({ length: pages }, (_, index) => delay[index] ?? 100);
  const plan = planAnimation({ width, height, delays }, limits.storedAnimationPixels);
  const { size, frames } = plan;
  const options = { quality: 75, effort: 0, loop, delay: frames.map(({ delay }) => delay) };
  const raw = { width: size.width, height: size.height * frames.length, channels: 4 as const, pageHeight: size.height };
  const kept = frames.length < pages ? await decodeFrames(open, { width, height, pages }, plan) : undefined;
  const decode = () => (kept ? open({ raw, animated: true }, kept) : open({ animated: true }));
  return (share) => {
    const { width, height } = fitImage(size, size.width * size.height * share);
    return decode().resize(width, height, { fit: 'fill' }).webp(options).toBuffer();
  };
}

/** Decodes and resizes the frames of a plan, to RGBA. */
async function decodeFrames(
  open: OpenImage,
  { width, height, pages }: ImageSize & { pages: number },
  { size, frames }: AnimationPlan,
): Promise<Buffer> {
  const frameBytes = size.width * size.height * 4;
  const kept = Buffer.alloc(frameBytes * frames.length);
  const chunk = Math.max(1, Math.floor(chunkPixels / (width * height)));
  for (let start = 0; start < pages; start += chunk) {
    const wanted = frames.map(({ index }, position) => ({ page: index - start, position })).filter(({ page }) => page >= 0 && page < chunk);
    if (wanted.length === 0) continue;
    const decoded = await open({ page: start, pages: Math.min(chunk, pages - start) })
      .resize(size.width, size.height, { fit: 'fill' })
      .ensureAlpha()
      .raw()
      .toBuffer();
    for (const { page, position } of wanted) decoded.copy(kept, position * frameBytes, page * frameBytes, (page + 1) * frameBytes);
  }
  return kept;
}
