import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { MESSAGES } from "#contract/copy";
import type { AnswerChangeInput, AskChangeInput, DirectRefundStepInput, OrderView } from "#contract/orders";
import type { CollectionWindow } from "#domain/orders/collection-windows";
import { ApiError, api, newIdempotencyKey, unwrap, withIdempotencyKey } from "../../lib/api-client.ts";
import { pages } from "../../lib/query-client.ts";
import type { ToastInput } from "../../ui/toast.tsx";
import { isOpen } from "./order-labels.ts";

type EvidenceInput = { referenceNumber: string } | { txHash: string };

export type OrderRole = OrderView["role"];

/** Actions of buyer or seller on an order. */
export type OrderAction =
  | { kind: "evidence" }
  | { kind: "hash"; txHash: string }
  | { kind: "cancel" }
  | { kind: "collected" }
  | { kind: "dispute"; reason: string }
  | { kind: "refund"; relist: boolean }
  | { kind: "call_off" }
  | { kind: "answer_sale"; mine: boolean }
  | { kind: "missed" }
  | { kind: "coming" }
  | { kind: "propose_time"; window: CollectionWindow }
  | { kind: "answer_time"; proposal: string; accept: boolean }
  | { kind: "ask_change"; ask: AskChangeInput }
  | { kind: "answer_change"; change: string; say: AnswerChangeInput }
  | { kind: "contest"; reason: string }
  | { kind: "money_back"; say: DirectRefundStepInput };

/**
 * Returns the message for a payment that could not be reported: that of the refusal, or the specified one for other
 * errors. What may have arrived is not called failed.
 */
export function submitErrorText(error: unknown): string {
  if (!(error instanceof ApiError)) return MESSAGES.submitPaymentFailed;
  if (error.code === "offline") {
    return "We don't know yet whether the seller was told. Please try again: they won't be told twice.";
  }
  return error.status < 500 ? error.message : MESSAGES.submitPaymentFailed;
}

/** Returns the toast for a payment that could not be reported, or may have been. */
export function submitProblem(error: unknown): ToastInput {
  const unknown = error instanceof ApiError && error.code === "offline";
  return {
    title: unknown ? "No answer yet" : "Payment Error",
    description: submitErrorText(error),
    variant: "destructive",
  };
}

const ORDERS_KEY = ["orders"] as const;
const orderKey = (id: string) => ["orders", "one", id] as const;

/** Poll interval of an open order. React Query pauses polling in hidden tabs (D48). */
export const POLL_MS = 7_000;

/** Loads the viewer's purchases or sales page by page. */
export function useOrders(role: OrderRole) {
  return useInfiniteQuery({
    queryKey: [...ORDERS_KEY, "list", role],
    ...pages((cursor, init) => unwrap(api.api.orders.$get({ query: { role, ...cursor } }, init))),
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      query.state.data?.pages.some((page) => page.items.some((order) => isOpen(order))) ? POLL_MS : false,
  });
}

export function fetchOrder(id: string, init: RequestInit = {}): Promise<OrderView> {
  return unwrap(api.api.orders[":id"].$get({ param: { id } }, { init }));
}

/** Sends again, once and after a moment, when no answer came. `send` must repeat the same idempotency key. */
async function sendTwice<Reply>(send: () => Promise<Reply>): Promise<Reply> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "offline") throw error;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    return send();
  }
}

/** Tells the seller that the payment was sent: the reference of a transfer, or the hash of a crypto payment (D31). */
export function reportPayment(id: string, evidence: EvidenceInput, key: string): Promise<OrderView> {
  const { evidence: reports } = api.api.orders[":id"];
  return sendTwice(() => unwrap(reports.$post({ param: { id }, json: evidence }, withIdempotencyKey(key))));
}

/** Loads one order. Offline, at a collection for example, it comes from the offline cache (decision 0011). */
export function useOrder(id: string) {
  return useQuery({
    queryKey: orderKey(id),
    queryFn: ({ signal }) => fetchOrder(id, { signal }),
    refetchInterval: (query) => (query.state.data && isOpen(query.state.data) ? POLL_MS : false),
  });
}

/** Stores an updated order and reloads the lists. */
export function storeOrder(client: QueryClient, order: OrderView): Promise<void> {
  client.setQueryData(orderKey(order.id), order);
  return client.invalidateQueries({ queryKey: ORDERS_KEY });
}

/** Sends an action. One idempotency key per press, so that a retry does not repeat it. */
function send(order: OrderView, command: OrderAction, key: string): Promise<OrderView> {
  const one = api.api.orders[":id"];
  const param = { id: order.id };
  switch (command.kind) {
    case "evidence":
      return reportPayment(order.id, { referenceNumber: order.reference_number ?? "" }, key);
    case "hash":
      return reportPayment(order.id, { txHash: command.txHash }, key);
    case "cancel":
      return unwrap(one.cancel.$post({ param }, withIdempotencyKey(key)));
    case "collected":
      return unwrap(one.collected.$post({ param }, withIdempotencyKey(key)));
    case "dispute":
      return unwrap(one.dispute.$post({ param, json: { reason: command.reason } }, withIdempotencyKey(key)));
    case "call_off":
      return unwrap(one["call-off"].$post({ param }, withIdempotencyKey(key)));
    case "answer_sale":
      return unwrap(one["sale-answer"].$post({ param, json: { mine: command.mine } }));
    case "missed":
      return unwrap(one.missed.$post({ param }, withIdempotencyKey(key)));
    case "coming":
      return unwrap(one.coming.$post({ param }));
    case "propose_time":
      return unwrap(one.proposals.$post({ param, json: command.window }, withIdempotencyKey(key)));
    case "answer_time":
      return unwrap(
        one.proposals[":proposal"].$post(
          { param: { ...param, proposal: command.proposal }, json: { accept: command.accept } },
          withIdempotencyKey(key),
        ),
      );
    case "ask_change":
      return unwrap(one.changes.$post({ param, json: command.ask }, withIdempotencyKey(key)));
    case "answer_change":
      return unwrap(
        one.changes[":change"].$post(
          { param: { ...param, change: command.change }, json: command.say },
          withIdempotencyKey(key),
        ),
      );
    case "contest":
      return unwrap(one.contest.$post({ param, json: { reason: command.reason } }, withIdempotencyKey(key)));
    case "money_back":
      return unwrap(one["money-back"].$post({ param, json: command.say }));
    case "refund":
      return unwrap(one.refund.$post({ param, json: { relist: command.relist } }, withIdempotencyKey(key)));
  }
}

/**
 * Carries out an action; the reply is the updated order. Use the promise of `mutateAsync`: callbacks of `mutate` do not
 * run when the update unmounts the form.
 */
export function useOrderCommand() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ order, command }: { order: OrderView; command: OrderAction }) =>
      send(order, command, newIdempotencyKey()),
    onSuccess: (order) => storeOrder(client, order),
    // A refusal usually means that the order has changed, so reload it.
    onError: () => client.invalidateQueries({ queryKey: ORDERS_KEY }),
  });
}
