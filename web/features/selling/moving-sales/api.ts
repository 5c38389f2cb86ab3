import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { MovingSaleView, OwnMovingSale, SaveMovingSaleInput } from "#contract/selling/moving-sales";
import { api, unwrap, withIdempotencyKey } from "../../../lib/api-client.ts";
import { bootReply } from "../../../lib/boot.ts";
import { SESSION_KEY } from "../../../lib/query-client.ts";

const sales = api.api["moving-sales"];
const OWN_KEY = ["moving-sales", "mine"] as const;

/** What is held and sold changes while the page is open. */
const SALE_POLL_MS = 20_000;

export function useMovingSale(id: string) {
  const boot = bootReply<MovingSaleView>(`/api/moving-sales/${id}`);
  return useQuery({
    queryKey: ["moving-sales", "one", id],
    queryFn: ({ signal }) => unwrap(sales[":id"].$get({ param: { id } }, { init: { signal } })),
    initialData: boot?.reply,
    initialDataUpdatedAt: boot?.at,
    refetchInterval: SALE_POLL_MS,
  });
}

export function useOwnSales() {
  return useQuery({
    queryKey: OWN_KEY,
    queryFn: ({ signal }) => unwrap(sales.mine.$get({}, { init: { signal } })),
  });
}

export type SaleCommand =
  | { kind: "create"; sale: SaveMovingSaleInput; key: string }
  | { kind: "change"; id: string; sale: SaveMovingSaleInput };

function send(command: SaleCommand): Promise<OwnMovingSale> {
  if (command.kind === "create") return unwrap(sales.$post({ json: command.sale }, withIdempotencyKey(command.key)));
  return unwrap(sales[":id"].$put({ param: { id: command.id }, json: command.sale }));
}

/** Starts or changes a sale. Its items have other pickup times afterwards, so all lists and items are loaded again. */
export function useSaveSale() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: () => client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== SESSION_KEY[0] }),
  });
}

export function useEndSale() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(sales[":id"].$delete({ param: { id } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ["moving-sales"] }),
  });
}

/** The address to share. */
export const saleAddress = (id: string) => `${location.origin}/MovingSale/${id}`;
