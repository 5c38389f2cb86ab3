/** Short lists kept in this browser, one for each account. Where storage is blocked they last as long as the page. */
export interface LocalList<T> {
  /** The entries of this account; the same array until they change. */
  read: (owner: string) => readonly T[];
  write: (owner: string, entries: readonly T[]) => void;
  /** Told of every change, also by another tab. */
  subscribe: (listener: () => void) => () => void;
}

interface Kept<T> {
  raw: string | null;
  entries: readonly T[];
}

export function localList<T>(key: string, isEntry: (value: unknown) => value is T): LocalList<T> {
  const listeners = new Set<() => void>();
  const kept = new Map<string, Kept<T>>();
  const keyOf = (owner: string) => `${key}:${owner}`;

  return {
    read: (owner) => {
      const last = kept.get(owner) ?? { raw: null, entries: [] };
      let raw = last.raw;
      try {
        raw = localStorage.getItem(keyOf(owner));
      } catch {
        // Blocked storage: what was written in this page stands.
      }
      const current = raw === last.raw ? last : { raw, entries: parse(raw, isEntry) };
      kept.set(owner, current);
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
        // Full or blocked: kept for this page.
      }
      kept.set(owner, { raw, entries: [...entries] });
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
    // Written by something else, or by an older version of this page.
    return [];
  }
}
