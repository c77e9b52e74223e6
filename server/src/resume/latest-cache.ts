/** What was made once is kept, the latest used last, until there are too many of them. */
export function latestCache<Kept>(most: number) {
  const kept = new Map<string, Kept>();
  return {
    get(key: string): Kept | undefined {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found;
    },
    set(key: string, value: Kept): Kept {
      kept.set(key, value);
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break;
        kept.delete(oldest);
      }
      return value;
    },
  };
}
