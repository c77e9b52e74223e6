import type { Answer } from './client';

interface Known {
  etag: string;
  answer: Answer<unknown>;
}

/** LRU cache of responses with an ETag, by path, for conditional requests. */
export interface EtagCache {
  find(path: string): Known | undefined;
  /** Caches the response, or removes the cached one if the response has no ETag. */
  keep(path: string, etag: string | null, answer: Answer<unknown>): void;
  /** Call on sign-in and sign-out: responses are private to a member. */
  clear(): void;
}

/** Creates a cache that holds up to `most` responses. */
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
