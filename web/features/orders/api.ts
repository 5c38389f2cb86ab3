import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { MESSAGES } from "#contract/messages";
import type { OrderView, SayMoneyBackInput } from "#contract/orders";
import { ApiProblem, api, newIdempotencyKey, once, unwrap } from "../../lib/api-client.ts";
import { isOpen } from "./order-words.ts";

export type OrderRole = OrderView["role"];

/** What a party can say about an order with one press (or one short form). */
export type OrderCommand =
  | { kind: "evidence" }
  | { kind: "hash"; txHash: string }
  | { kind: "cancel" }
  | { kind: "collected" }
  | { kind: "dispute"; reason: string }
  | { kind: "refund"; relist: boolean }
  | { kind: "call_off" }
  | { kind: "missed" }
  | { kind: "contest"; reason: string }
  | { kind: "money_back"; say: SayMoneyBackInput };

/** Why a payment could not be reported: the refusal's own sentence, or the specified one when the service gave none. */
export function submitProblem(error: unknown): string {
  return error instanceof ApiProblem && error.status < 500 ? error.message : MESSAGES.submitPaymentFailed;
}

const ORDERS_KEY = ["orders"] as const;
const orderKey = (id: string) => ["orders", "one", id] as const;

/** While somebody's move is awaited. React Query pauses it in hidden tabs (D48). */
export const POLL_MS = 7_000;

/** One page after another of the reader's purchases or sales. */
export function useOrders(role: OrderRole) {
  return useInfiniteQuery({
    queryKey: [...ORDERS_KEY, "list", role],
    queryFn: ({ pageParam, signal }) => {
      const query = { role, ...(pageParam !== null && { cursor: pageParam }) };
      return unwrap(api.api.orders.$get({ query }, { init: { signal } }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      query.state.data?.pages.some((page) => page.items.some((order) => isOpen(order))) ? POLL_MS : false,
  });
}

/** One order. At the door there may be no network: then it is brought as this device last saw it (decision 0073). */
export function useOrder(id: string) {
  return useQuery({
    queryKey: orderKey(id),
    queryFn: ({ signal }) => unwrap(api.api.orders[":id"].$get({ param: { id } }, { init: { signal } })),
    refetchInterval: (query) => (query.state.data && isOpen(query.state.data) ? POLL_MS : false),
  });
}

/** Puts an order the server has just answered with in place everywhere. */
export function adoptOrder(client: QueryClient, order: OrderView): Promise<void> {
  client.setQueryData(orderKey(order.id), order);
  return client.invalidateQueries({ queryKey: ORDERS_KEY });
}

/** One press, one key: a retry of the same press cannot do it twice. */
function send(order: OrderView, command: OrderCommand, key: string): Promise<OrderView> {
  const one = api.api.orders[":id"];
  const param = { id: order.id };
  switch (command.kind) {
    case "evidence":
      return unwrap(one.evidence.$post({ param, json: { referenceNumber: order.reference_number ?? "" } }, once(key)));
    case "hash":
      return unwrap(one.evidence.$post({ param, json: { txHash: command.txHash } }, once(key)));
    case "cancel":
      return unwrap(one.cancel.$post({ param }, once(key)));
    case "collected":
      return unwrap(one.collected.$post({ param }, once(key)));
    case "dispute":
      return unwrap(one.dispute.$post({ param, json: { reason: command.reason } }, once(key)));
    case "call_off":
      return unwrap(one["call-off"].$post({ param }, once(key)));
    case "missed":
      return unwrap(one.missed.$post({ param }, once(key)));
    case "contest":
      return unwrap(one.contest.$post({ param, json: { reason: command.reason } }, once(key)));
    case "money_back":
      return unwrap(one["money-back"].$post({ param, json: command.say }));
    case "refund":
      return unwrap(one.refund.$post({ param, json: { relist: command.relist } }, once(key)));
  }
}

/**
 * The parties' commands; the reply is the order as it now is. Wait for the promise of `mutateAsync`: callbacks of `mutate` are
 * dropped when the reply makes the form disappear.
 */
export function useOrderCommand() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ order, command }: { order: OrderView; command: OrderCommand }) =>
      send(order, command, newIdempotencyKey()),
    onSuccess: (order) => adoptOrder(client, order),
    // A refusal usually means the order has moved on: show where it is now.
    onError: () => client.invalidateQueries({ queryKey: ORDERS_KEY }),
  });
}
