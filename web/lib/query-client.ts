import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiProblem } from "./api-client.ts";

export const SESSION_KEY = ["session"] as const;

const STANDING_CODES = new Set(["not_authenticated", "suspended", "banned", "restricted"]);

/** A refusal about who one is means the session on screen is out of date: fetch it, and the right notice shows itself. */
function onError(error: unknown): void {
  if (error instanceof ApiProblem && STANDING_CODES.has(error.code)) {
    void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
  }
}

/** Only what may pass by itself is tried again: a lost connection or a busy service. A refusal stays a refusal. */
function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= 2) return false;
  return error instanceof ApiProblem && (error.code === "offline" || error.status >= 500);
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => query.queryKey[0] !== SESSION_KEY[0] && onError(error) }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: shouldRetry,
      // "online" would leave an offline page on its skeleton for ever; this way it says so and offers Retry.
      networkMode: "always",
    },
    mutations: { retry: false, networkMode: "always" },
  },
});
