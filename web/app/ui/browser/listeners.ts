/** Listeners of a value outside React, for `useSyncExternalStore`. With `key`, the value is in local storage, where other tabs change it, too. */
export function createListeners(key?: string) {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener: () => void): () => void {
      const onStorage = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener();
      };
      listeners.add(listener);
      if (key) window.addEventListener('storage', onStorage);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', onStorage);
      };
    },
    notify(): void {
      for (const listener of listeners) listener();
    },
  };
}
