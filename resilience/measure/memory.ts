import { startThread, type Thread } from './thread.ts';

/** Megabytes of memory that a site may use, as with systemd's `MemoryMax=768M`. */
export const memoryLimit = 768;

/**
 * Kills the process when its memory exceeds the limit, as `MemoryMax` would. File pages do not count, because the kernel can reclaim
 * them. Stops with the peak in megabytes; needs Linux's /proc.
 */
export const limitMemory = (pid: number, megabytes = memoryLimit): Thread<number> => startThread('./memory-thread.ts', { pid, megabytes });
