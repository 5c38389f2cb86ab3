/** Fails a test file that leaves something behind for the next one, where files share a runtime. */
import { afterAll, expect, vi } from "vitest";

/** What code under test reads from the outside, and tests replace. */
const READ = ["Date", "fetch", "setTimeout", "setInterval", "WebSocket", "crypto", "matchMedia", "ResizeObserver"];

const current = () => new Map(READ.map((name) => [name, Reflect.get(globalThis, name) as unknown]));
const names = () => new Set(Object.getOwnPropertyNames(globalThis));

/**
 * Call it once per file, before its tests. Stubs of `vi.stubGlobal` may last until the end of the file.
 * @param kept globals that a library adds once, for all files
 */
export function refuseLeftovers(kept: RegExp): void {
  const [before, globals] = [current(), names()];
  afterAll(() => {
    vi.unstubAllGlobals();
    const left = [
      ...(vi.isFakeTimers() ? ["fake timers"] : []),
      ...(vi.isMockFunction(Date.now) ? ["a moved clock"] : []),
      ...[...current()].filter(([name, value]) => before.get(name) !== value).map(([name]) => `a replaced ${name}`),
      ...[...names()].filter((name) => !globals.has(name) && !kept.test(name)).map((name) => `the global ${name}`),
    ];
    // Undone all the same, so that only the file that left it fails.
    vi.useRealTimers();
    vi.restoreAllMocks();
    for (const [name, value] of before) Reflect.set(globalThis, name, value);
    for (const name of names()) if (!globals.has(name) && !kept.test(name)) Reflect.deleteProperty(globalThis, name);
    expect(left, "left behind for the next file").toEqual([]);
  });
}
