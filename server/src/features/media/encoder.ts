import { extname } from 'node:path';
import type { LRUCache } from 'lru-cache';
import { startProcess } from '../../platform/rendering/process.ts';
import type { RenderTime } from '../../platform/rendering/renderer.ts';
import { openWorkers, type Workers } from '../../platform/rendering/workers.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { WorkQueue } from '../../platform/work-queue/work-queue.ts';
import { costOfImage } from './cost.ts';
import type { ImageJob } from './encode.ts';

/** Kills a process that takes longer: most images take less than a second, the most expensive ones 9 s of processor time. */
const maxTime: RenderTime = { cpu: 15_000, wall: 20_000 };

/** Opens the processes that encode uploaded images. */
export const openEncoders = (queue: WorkQueue, files: LRUCache<string, Uint8Array>, time = maxTime): Workers<ImageJob> =>
  openWorkers(
    {
      start: () => startProcess(new URL(`worker${extname(import.meta.filename)}`, import.meta.url)),
      costOf: ({ bytes }) => costOfImage(bytes),
      time,
      tooSlow: 'imageTooSlow',
      cache: { files, keyOf: ({ bytes, use }) => `${use} ${sha256(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))}` },
    },
    queue,
  );
