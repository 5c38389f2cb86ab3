import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ChosenMeeting, ProposeTradeInput, TradeView } from "#contract/trades";
import { api, unwrap, withIdempotencyKey } from "../../lib/api-client.ts";
import { COUNTS_KEY, pages } from "../../lib/query-client.ts";
import { isChannelConnected, onUserEvent } from "../../lib/user-channel.ts";

export type TradeBox = "incoming" | "outgoing" | "history";
/** The steps without a body; accepting also chooses the meeting. */
export type TradeAction = "decline" | "withdraw" | "handed-over" | "cancel";

export const TRADES_KEY = ["trades"] as const;
const tradeKey = (id: string) => [...TRADES_KEY, "one", id] as const;

/** Poll interval of open trades without the user channel. React Query pauses polling in hidden tabs (D48). */
export const POLL_MS = 7_000;
/** Poll interval with the user channel, because a sale's cancelled trades are reported up to a minute later. */
const SLOW_POLL_MS = 20_000;

/**
 * Whether the trade may still change: it waits for an answer or the swap, or for its order, which can then be rated.
 */
const isOpen = ({ status, order_id }: TradeView) =>
  status === "proposed" || status === "accepted" || (status === "completed" && order_id === null);
const pace = () => (isChannelConnected() ? SLOW_POLL_MS : POLL_MS);

/** Loads incoming, outgoing or past trades page by page. */
export function useTrades(box: TradeBox) {
  return useInfiniteQuery({
    queryKey: [...TRADES_KEY, "list", box],
    ...pages((cursor, init) => unwrap(api.api.trades.$get({ query: { box, ...cursor } }, init))),
    // New offers may arrive at any time; past trades do not change.
    refetchInterval: () => (box === "history" ? false : pace()),
  });
}

export function useTrade(id: string) {
  return useQuery({
    queryKey: tradeKey(id),
    queryFn: ({ signal }) => unwrap(api.api.trades[":id"].$get({ param: { id } }, { init: { signal } })),
    refetchInterval: (query) => (query.state.data && isOpen(query.state.data) ? pace() : false),
  });
}

/** Reloads the trades after every related event of the user channel, and after a reconnection. */
export function useTradeUpdates(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onUserEvent((event) => {
        if (event.type === "counts" || event.type === "notification") void refresh(client);
        // On the first connection the page's own request is pending, so do not cancel it.
        if (event.type === "connected")
          void client.invalidateQueries({ queryKey: TRADES_KEY }, { cancelRefetch: false });
      }),
    [client],
  );
}

function refresh(client: QueryClient) {
  return client.invalidateQueries({ queryKey: TRADES_KEY });
}

/** Loads the viewer's items that can be offered for this item, page by page. */
export function useOfferable(targetId: string) {
  return useInfiniteQuery({
    queryKey: ["offerable", targetId],
    ...pages((cursor, init) =>
      unwrap(api.api.trades.offerable.$get({ query: { target: targetId, limit: "100", ...cursor } }, init)),
    ),
    select: (data) => data.pages.flatMap((page) => page.items),
  });
}

/** Proposes a trade. One idempotency key per press, so that a retry does not propose it twice. */
export function useProposal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ wire, key }: { wire: ProposeTradeInput; key: string }) =>
      unwrap(api.api.trading["propose-trade"].$post({ json: wire }, withIdempotencyKey(key))),
    onSuccess: () => refresh(client),
  });
}

/** Carries out an action on a trade; the reply is the updated trade. */
export function useTradeCommand() {
  const settle = useSettled();
  return useMutation({
    // The actions are idempotent on the server, so they need no key.
    mutationFn: ({ id, action }: { id: string; action: TradeAction }) =>
      unwrap(api.api.trades[":id"][action].$post({ param: { id } })),
    ...settle,
  });
}

/** Accepts a trade, with where and when to meet. */
export function useAcceptTrade(id: string) {
  const settle = useSettled();
  return useMutation({
    mutationFn: (meeting: ChosenMeeting) =>
      unwrap(api.api.trades[":id"].accept.$post({ param: { id }, json: { meeting } })),
    ...settle,
  });
}

/** Suggests another meeting, or answers such a suggestion. */
export function useMeetingCommand(id: string) {
  const settle = useSettled();
  return useMutation({
    mutationFn: (sent: ChosenMeeting | { proposed_at: number; accept: boolean }): Promise<TradeView> =>
      "accept" in sent
        ? unwrap(api.api.trades[":id"].meeting.answer.$post({ param: { id }, json: sent }))
        : unwrap(api.api.trades[":id"].meeting.$post({ param: { id }, json: sent })),
    ...settle,
  });
}

/** What follows every command on a trade. */
function useSettled() {
  const client = useQueryClient();
  const everything = () => {
    void client.invalidateQueries({ queryKey: COUNTS_KEY });
    // A trade changes the state of the viewer's listings.
    void client.invalidateQueries({ queryKey: ["my-items"] });
    return refresh(client);
  };
  return {
    onSuccess: (trade: TradeView) => {
      client.setQueryData(tradeKey(trade.id), trade);
      return everything();
    },
    // A refusal usually means that the trade has changed, so reload it.
    onError: everything,
  };
}
