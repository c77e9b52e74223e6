import { extname } from 'node:path';
import { LRUCache } from 'lru-cache';
import { perContext } from '../../platform/context.ts';
import { sha256 } from '../../platform/sha256.ts';
import { startProcess } from '../../platform/workers/process.ts';
import type { TaskTime } from '../../platform/workers/task-worker.ts';
import { openWorkerPool } from '../../platform/workers/worker-pool.ts';
import { costOfImage } from './cost.ts';
import type { ImageTask } from './encode.ts';

/** Kills a process that takes longer: most images take less than a second, the most expensive ones 9 s of processor time. */
const maxTime: TaskTime = { cpu: 15_000, wall: 20_000 };

/** Bytes of cached images: 40 that were just uploaded. */
const cacheBytes = 8_000_000;

/** The processes that encode uploaded images. */
export const encodersOf = perContext(({ queues, overrides }) =>
  openWorkerPool<ImageTask>(
    {
      start: () => startProcess(new URL(`worker${extname(import.meta.filename)}`, import.meta.url)),
      costOf: ({ bytes }) => costOfImage(bytes),
      time: overrides.taskTime ?? maxTime,
      tooSlow: 'imageTooSlow',
      cache: {
        outputs: new LRUCache({ maxSize: cacheBytes, sizeCalculation: ({ length }) => length }),
        keyOf: ({ bytes, use }) => `${use} ${sha256(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))}`,
      },
    },
    queues.files,
  ),
);
