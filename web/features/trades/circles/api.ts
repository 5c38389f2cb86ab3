import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { CircleView } from "#contract/trades/circles";
import { api, unwrap } from "../../../lib/api-client.ts";
import { COUNTS_KEY, pages } from "../../../lib/query-client.ts";
import { POLL_MS, TRADES_KEY } from "../api.ts";

export type CircleAction = "accept" | "decline" | "withdraw" | "call-off";

// Below the key of trades, so that what reloads them reloads circles too.
const CIRCLES_KEY = [...TRADES_KEY, "circles"] as const;
const circleKey = (id: string) => [...CIRCLES_KEY, "one", id] as const;

/** Poll interval of a circle that two others may change at any time. React Query pauses polling in hidden tabs (D48). */
const CIRCLE_POLL_MS = 2 * POLL_MS;

/** Loads the viewer's circles page by page. */
export function useCircles() {
  return useInfiniteQuery({
    queryKey: [...CIRCLES_KEY, "list"],
    ...pages((cursor, init) => unwrap(api.api.circles.$get({ query: cursor }, init))),
    refetchInterval: CIRCLE_POLL_MS,
  });
}

/** Returns how many of the latest circles wait for the viewer's answer. */
export function useWaitingCircles(): number {
  const { data } = useCircles();
  return data?.pages.flatMap(({ items }) => items).filter(({ abilities }) => abilities.accept).length ?? 0;
}

export function useCircle(id: string) {
  return useQuery({
    queryKey: circleKey(id),
    queryFn: ({ signal }) => unwrap(api.api.circles[":id"].$get({ param: { id } }, { init: { signal } })),
    refetchInterval: ({ state }) =>
      state.data?.status === "offered" || state.data?.status === "accepted" ? CIRCLE_POLL_MS : false,
  });
}

type Command = { id: string; action: CircleAction } | { id: string; action: "hand-over"; code: string };

/** Carries out an action on a circle; the reply is the updated circle. */
export function useCircleCommand() {
  const client = useQueryClient();
  const everything = () => {
    void client.invalidateQueries({ queryKey: COUNTS_KEY });
    // A circle changes the state of the viewer's listings.
    void client.invalidateQueries({ queryKey: ["my-items"] });
    return client.invalidateQueries({ queryKey: TRADES_KEY });
  };
  return useMutation({
    // The actions are idempotent on the server, so they need no key.
    mutationFn: (command: Command): Promise<CircleView> => {
      const param = { id: command.id };
      return command.action === "hand-over"
        ? unwrap(api.api.circles[":id"]["hand-over"].$post({ param, json: { code: command.code } }))
        : unwrap(api.api.circles[":id"][command.action].$post({ param }));
    },
    onSuccess: (circle) => {
      client.setQueryData(circleKey(circle.id), circle);
      return everything();
    },
    // A refusal usually means that the circle has changed, so reload it.
    onError: everything,
  });
}
