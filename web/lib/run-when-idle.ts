/** Runs a callback when the page is idle; after a delay in Safari, which has no idle callback. */
export function runWhenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(run, 1_500);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: 3_000 });
  return () => cancelIdleCallback(handle);
}
