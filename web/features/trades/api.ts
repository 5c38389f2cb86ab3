import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ProposeTradeInput, TradeView } from "#contract/trades";
import { api, once, unwrap } from "../../lib/api-client.ts";
import { COUNTS_KEY, channelStands, onUserEvent } from "../../lib/user-channel.ts";

export type TradeBox = "incoming" | "outgoing" | "history";
export type TradeAction = "accept" | "decline" | "withdraw" | "handed-over" | "cancel";

const TRADES_KEY = ["trades"] as const;
const tradeKey = (id: string) => [...TRADES_KEY, "one", id] as const;

/** Without the live channel, open trades are asked for this often. React Query pauses it in hidden tabs (D48). */
export const POLL_MS = 7_000;
/** With it, less often: what a sale dissolves is told by a job, a minute later at most. */
const SLOW_POLL_MS = 20_000;

/** Something is still to come: an answer, the swap, or the deal of a completed one, which can then be rated. */
const isOpen = ({ status, order_id }: TradeView) =>
  status === "proposed" || status === "accepted" || (status === "completed" && order_id === null);
const pace = () => (channelStands() ? SLOW_POLL_MS : POLL_MS);

/** One page after another of what others offer, what one has offered, or what is over. */
export function useTrades(box: TradeBox) {
  return useInfiniteQuery({
    queryKey: [...TRADES_KEY, "list", box],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.api.trades.$get({ query: { box, ...(pageParam !== null && { cursor: pageParam }) } }, { init: { signal } }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    // New offers may come at any time; what is over stays as it is.
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

/** Asks again whenever the live channel has news of trades, or has been away. */
export function useTradeNews(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onUserEvent((event) => {
        if (event.type === "counts" || event.type === "notification") void refresh(client);
        // At first the page's own request is under way: nothing has been missed yet.
        if (event.type === "connected")
          void client.invalidateQueries({ queryKey: TRADES_KEY }, { cancelRefetch: false });
      }),
    [client],
  );
}

function refresh(client: QueryClient) {
  return client.invalidateQueries({ queryKey: TRADES_KEY });
}

/** What the reader may offer for this item: own active items without it, all pages as they are asked for. */
export function useOfferable(targetId: string) {
  return useInfiniteQuery({
    queryKey: ["offerable", targetId],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.api.trades.offerable.$get(
          { query: { target: targetId, limit: "100", ...(pageParam !== null && { cursor: pageParam }) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    select: (data) => data.pages.flatMap((page) => page.items),
  });
}

/** The key is of one press: a retry of the same press cannot offer twice. */
export function useProposal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ wire, key }: { wire: ProposeTradeInput; key: string }) =>
      unwrap(api.api.trading["propose-trade"].$post({ json: wire }, once(key))),
    onSuccess: () => refresh(client),
  });
}

/** The parties' commands; the reply is the trade as it now is. */
export function useTradeCommand() {
  const client = useQueryClient();
  const everything = () => {
    void client.invalidateQueries({ queryKey: COUNTS_KEY });
    // A trade moves listings: off sale, back on sale, sold.
    void client.invalidateQueries({ queryKey: ["my-items"] });
    return refresh(client);
  };
  return useMutation({
    // Repeats change nothing on the server, so these need no key.
    mutationFn: ({ id, action }: { id: string; action: TradeAction }): Promise<TradeView> =>
      unwrap(api.api.trades[":id"][action].$post({ param: { id } })),
    onSuccess: (trade) => {
      client.setQueryData(tradeKey(trade.id), trade);
      return everything();
    },
    // A refusal usually means that the trade has moved on: show where it is now.
    onError: everything,
  });
}
