/** A storage of the browser. Acts as an empty one if the browser denies access. */
function browserStorage(name: 'localStorage' | 'sessionStorage') {
  function attempt<T>(access: (storage: Storage) => T, otherwise: T): T {
    try {
      return access(window[name]);
    } catch {
      return otherwise;
    }
  }
  return {
    get: (key: string): string | null => attempt((storage) => storage.getItem(key), null),
    /** Returns undefined also for text that is not JSON. */
    getJson: (key: string): unknown => attempt((storage) => JSON.parse(storage.getItem(key) ?? 'null') ?? undefined, undefined),
    /** Stores a text, or removes it if it is null. Returns false if the storage is full or denied. */
    set: (key: string, text: string | null): boolean =>
      attempt((storage) => {
        if (text === null) storage.removeItem(key);
        else storage.setItem(key, text);
        return true;
      }, false),
    keys: (): string[] => attempt((storage) => Object.keys(storage), []),
  };
}

export const local = browserStorage('localStorage');
export const session = browserStorage('sessionStorage');
