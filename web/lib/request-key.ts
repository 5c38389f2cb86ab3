import { useRef } from "react";
import { ApiError, newIdempotencyKey } from "./api-client.ts";

/**
 * Keeps the idempotency key of a request (D17): the same for every try of the same body, and a new one when the body
 * changes or the server has answered.
 */
export function useRequestKey() {
  const last = useRef<{ body: string; key: string } | null>(null);
  return {
    keyFor(body: unknown): string {
      const text = JSON.stringify(body);
      if (last.current?.body !== text) last.current = { body: text, key: newIdempotencyKey() };
      return last.current.key;
    },
    /** Call it with the error, or with nothing after a success. After a lost reply the key stays the same. */
    answered(error?: unknown): void {
      const lost = error !== undefined && !(error instanceof ApiError && error.status > 0 && error.status < 500);
      if (!lost) last.current = null;
    },
  };
}
