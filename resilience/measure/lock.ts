import { startThread, type Thread } from './thread.ts';

/** Takes the write lock of an SQLite file in a thread, as another program would, until it is stopped. */
export const startLock = (file: string): Thread<void> => startThread('./lock-thread.ts', { file });
