import type { ApiResponse } from './client';

interface CachedResponse {
  etag: string;
  response: ApiResponse<unknown>;
}

/** LRU cache of responses with an ETag, by path, for conditional requests. */
export interface EtagCache {
  get(path: string): CachedResponse | undefined;
  /** Caches the response, or removes the cached one if the response has no ETag. */
  set(path: string, etag: string | null, response: ApiResponse<unknown>): void;
  /** Call on sign-in and sign-out: responses are private to a member. */
  clear(): void;
}

/** Creates a cache that holds up to `maxEntries` responses. */
export function etagCache(maxEntries = 30): EtagCache {
  const entries = new Map<string, CachedResponse>();
  return {
    get(path) {
      const last = entries.get(path);
      if (last) {
        entries.delete(path);
        entries.set(path, last);
      }
      return last;
    },
    set(path, etag, response) {
      entries.delete(path);
      if (etag !== null) entries.set(path, { etag, response });
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) break;
        entries.delete(oldest);
      }
    },
    clear: () => entries.clear(),
  };
}
