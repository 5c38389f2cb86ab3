const caches = new Set<IsolateCache<unknown>>();

/**
 * A value the Worker keeps between requests, for as long as its isolate lives. Every such value is one of these, so that
 * tests that share an isolate can start each file without the values of the one before.
 */
export class IsolateCache<T> {
  #value: T | undefined;

  constructor() {
    caches.add(this);
  }

  get(): T | undefined {
    return this.#value;
  }

  set(value: T | undefined): void {
    this.#value = value;
  }
}

/** A value that is loaded once. Concurrent callers share one load; after a failed load the next caller tries again. */
export function loadedOnce<Args extends unknown[], T>(
  load: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  const cache = new IsolateCache<Promise<T>>();
  return (...args) => {
    const known = cache.get();
    if (known) return known;
    const loading = load(...args).catch((error: unknown) => {
      cache.set(undefined);
      throw error;
    });
    cache.set(loading);
    return loading;
  };
}

export function clearIsolateCaches(): void {
  for (const cache of caches) cache.set(undefined);
}
