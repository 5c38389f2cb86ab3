import { useRef } from "react";
import { ApiProblem, newIdempotencyKey } from "./api-client.ts";

/**
 * The key of a request that must take effect once (D17): the same for every try of the same body, another as soon as the
 * body is another, or the service has given its answer.
 */
export function useRequestKey() {
  const last = useRef<{ body: string; key: string } | null>(null);
  return {
    keyFor(body: unknown): string {
      const text = JSON.stringify(body);
      if (last.current?.body !== text) last.current = { body: text, key: newIdempotencyKey() };
      return last.current.key;
    },
    /** Call it with what was thrown, or with nothing after a success. After a lost reply the key is kept. */
    answered(error?: unknown): void {
      const lost = error !== undefined && !(error instanceof ApiProblem && error.status > 0 && error.status < 500);
      if (!lost) last.current = null;
    },
  };
}
