import type { Answer } from './client';

interface Known {
  etag: string;
  answer: Answer<unknown>;
}

/** The last answers that came with an entity tag, by address: asking again costs no bytes where nothing has changed. */
export interface EtagCache {
  find(path: string): Known | undefined;
  /** Remembers the answer, or forgets the one before where it has no tag. */
  keep(path: string, etag: string | null, answer: Answer<unknown>): void;
  /** To be called when somebody signs in or out: what one member was told is not for the next. */
  clear(): void;
}

/** Remembers the `most` answers that were asked for last. */
export function etagCache(most = 30): EtagCache {
  const known = new Map<string, Known>();
  return {
    find(path) {
      const last = known.get(path);
      if (last) {
        known.delete(path);
        known.set(path, last);
      }
      return last;
    },
    keep(path, etag, answer) {
      known.delete(path);
      if (etag !== null) known.set(path, { etag, answer });
      for (const oldest of known.keys()) {
        if (known.size <= most) break;
        known.delete(oldest);
      }
    },
    clear: () => known.clear(),
  };
}
