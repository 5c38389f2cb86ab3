import { VIEWER_KEY } from "../../lib/storage-keys.ts";

let inMemory: string | null = null;

/** Returns one id per browser session (D44): presence counts a viewer once, across items and reloads. */
export function viewerSession(): string {
  if (inMemory) return inMemory;
  try {
    inMemory = sessionStorage.getItem(VIEWER_KEY);
    if (!inMemory) {
      inMemory = crypto.randomUUID();
      sessionStorage.setItem(VIEWER_KEY, inMemory);
    }
  } catch {
    // Without storage the id lives as long as the page.
    inMemory ??= crypto.randomUUID();
  }
  return inMemory;
}
