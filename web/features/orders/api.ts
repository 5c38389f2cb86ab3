import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { OrderView } from "#contract/orders";
import { api, newIdempotencyKey, once, unwrap } from "../../lib/api-client.ts";
import { isOpen } from "./order-words.ts";

export type OrderRole = OrderView["role"];
export type OrderCommand = "evidence" | "cancel" | "collected";

const ORDERS_KEY = ["orders"] as const;
const orderKey = (id: string) => ["orders", "one", id] as const;

/** While somebody's move is awaited. React Query pauses it in hidden tabs (D48). */
export const POLL_MS = 7_000;

/** One page after another of the reader's purchases or sales. */
export function useOrders(role: OrderRole) {
  return useInfiniteQuery({
    queryKey: [...ORDERS_KEY, "list", role],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.api.orders.$get(
          { query: { role, ...(pageParam !== null && { cursor: pageParam }) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      query.state.data?.pages.some((page) => page.items.some((order) => isOpen(order.status))) ? POLL_MS : false,
  });
}

export function useOrder(id: string) {
  return useQuery({
    queryKey: orderKey(id),
    queryFn: ({ signal }) => unwrap(api.api.orders[":id"].$get({ param: { id } }, { init: { signal } })),
    refetchInterval: (query) => (query.state.data && isOpen(query.state.data.status) ? POLL_MS : false),
  });
}

/** One press, one key: a retry of the same press cannot do it twice. */
function send(order: OrderView, command: OrderCommand, key: string): Promise<OrderView> {
  const one = api.api.orders[":id"];
  const param = { id: order.id };
  switch (command) {
    case "evidence":
      return unwrap(one.evidence.$post({ param, json: { referenceNumber: order.reference_number ?? "" } }, once(key)));
    case "cancel":
      return unwrap(one.cancel.$post({ param }, once(key)));
    case "collected":
      return unwrap(one.collected.$post({ param }, once(key)));
  }
}

/** The buyer's commands; the reply is the order as it now is. */
export function useOrderCommand() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ order, command }: { order: OrderView; command: OrderCommand }) =>
      send(order, command, newIdempotencyKey()),
    onSuccess: (order) => {
      client.setQueryData(orderKey(order.id), order);
      return client.invalidateQueries({ queryKey: ORDERS_KEY });
    },
    // A refusal usually means the order has moved on: show where it is now.
    onError: () => client.invalidateQueries({ queryKey: ORDERS_KEY }),
  });
}
