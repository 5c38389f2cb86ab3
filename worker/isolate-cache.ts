const caches = new Set<IsolateCache<unknown>>();

/**
 * A value cached for the lifetime of the isolate. All such caches use this class, so that tests in a shared isolate can
 * clear them between files.
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

/**
 * Returns a function that loads a value once. Concurrent callers share one load; after a failed load the next caller
 * tries again.
 */
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

/** Clears all caches. For tests. */
export function clearIsolateCaches(): void {
  for (const cache of caches) cache.set(undefined);
}
