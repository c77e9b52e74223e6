import { extname } from 'node:path';
import type { LRUCache } from 'lru-cache';
import { startProcess } from '../rendering/process.ts';
import { openQueue, type RenderLimits, type RenderQueue } from '../rendering/queue.ts';
import { sha256 } from '../sha256.ts';
import type { ImageJob } from './encode.ts';

/** One image at a time. Kills a process that takes longer: most images take less than a second, the most expensive ones 9 s of processor time. */
const defaultLimits: RenderLimits = { queue: 6, queueOfClient: 2, wait: 25_000, render: { cpu: 15_000, wall: 20_000 } };

/** Opens the queue that encodes uploaded images. */
export const openImageQueue = (cache: LRUCache<string, Uint8Array>, limits: RenderLimits = defaultLimits): RenderQueue<ImageJob> =>
  openQueue(
    {
      start: () => startProcess(new URL(`worker${extname(import.meta.filename)}`, import.meta.url)),
      keyOf: ({ bytes, use }) => `${use} ${sha256(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))}`,
      attempts: (job) => [job],
      tooSlow: 'imageTooSlow',
    },
    cache,
    limits,
  );
