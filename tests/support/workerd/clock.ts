import { vi } from "vitest";

/** Runs the work with the clock of Worker and Durable Objects moved ahead. */
export async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const now = Date.now();
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now + ms);
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}
