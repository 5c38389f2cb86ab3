/** Short lists in localStorage, one per account. Where storage is blocked they last as long as the page. */
export interface LocalList<T> {
  /** Returns the account's entries; the same array until they change. */
  read: (owner: string) => readonly T[];
  write: (owner: string, entries: readonly T[]) => void;
  /** Calls the listener after every change, also by another tab. */
  subscribe: (listener: () => void) => () => void;
}

interface CacheEntry<T> {
  raw: string | null;
  entries: readonly T[];
}

/** Returns the list stored under `key:owner`. Entries that fail `isEntry` are ignored. */
export function localList<T>(key: string, isEntry: (value: unknown) => value is T): LocalList<T> {
  const listeners = new Set<() => void>();
  const cache = new Map<string, CacheEntry<T>>();
  const keyOf = (owner: string) => `${key}:${owner}`;

  return {
    read: (owner) => {
      const last = cache.get(owner) ?? { raw: null, entries: [] };
      let raw = last.raw;
      try {
        raw = localStorage.getItem(keyOf(owner));
      } catch {
        // Storage is blocked: use the entries in memory.
      }
      const current = raw === last.raw ? last : { raw, entries: parse(raw, isEntry) };
      cache.set(owner, current);
      return current.entries;
    },
    write: (owner, entries) => {
      let raw: string | null = null;
      try {
        if (entries.length === 0) localStorage.removeItem(keyOf(owner));
        else {
          const text = JSON.stringify(entries);
          localStorage.setItem(keyOf(owner), text);
          raw = text;
        }
      } catch {
        // Storage is full or blocked: the entries last as long as the page.
      }
      cache.set(owner, { raw, entries: [...entries] });
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      const onStorage = (event: StorageEvent) => {
        if (event.key === null || event.key.startsWith(`${key}:`)) listener();
      };
      listeners.add(listener);
      window.addEventListener("storage", onStorage);
      return () => {
        listeners.delete(listener);
        window.removeEventListener("storage", onStorage);
      };
    },
  };
}

function parse<T>(stored: string | null, isEntry: (value: unknown) => value is T): readonly T[] {
  if (stored === null) return [];
  try {
    const value: unknown = JSON.parse(stored);
    return Array.isArray(value) ? value.filter(isEntry) : [];
  } catch {
    // Not valid JSON: written by something else, or by an older version.
    return [];
  }
}
