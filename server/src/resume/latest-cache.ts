/** An LRU cache: evicts the least recently used entry once it holds more than `max`. */
export function latestCache<Value>(max: number) {
  const entries = new Map<string, Value>();
  return {
    get(key: string): Value | undefined {
      const found = entries.get(key);
      if (found === undefined) return undefined;
      entries.delete(key);
      entries.set(key, found);
      return found;
    },
    set(key: string, value: Value): Value {
      entries.set(key, value);
      for (const oldest of entries.keys()) {
        if (entries.size <= max) break;
        entries.delete(oldest);
      }
      return value;
    },
  };
}
