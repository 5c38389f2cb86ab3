/** Renders the My Items screen with stubbed replies and records its calls. */
import { vi } from "vitest";
import type { OwnBundle, OwnItemRow, SellingSummary } from "#contract/selling/my-items";
import MyItemsScreen from "../../../web/features/selling/my-items/my-items-screen.tsx";
import { connectToaster, type ToastInput } from "../../../web/ui/toast.tsx";
import { person, refused } from "./api.ts";
import { marketCard } from "./market.tsx";
import { renderAt } from "./render.tsx";

export const idOf = (n: number) => `itm_${String(n).padStart(20, "0")}`;

/** Returns a row titled "Thing n" with a price of $10 × n. */
export function ownRow(n: number, over: Partial<OwnItemRow> = {}): OwnItemRow {
  return {
    ...marketCard(n),
    minimum_price: null,
    relistable: true,
    unanswered: false,
    interest: 0,
    activity: new Array<number>(14).fill(0),
    sold_at: null,
    undo_until: null,
    sale: null,
    review: null,
    bundle: null,
    ...over,
  };
}

export function ownBundle(over: Partial<OwnBundle> = {}): OwnBundle {
  return {
    id: "bun_00000000000000000001",
    title: "Desk set",
    description: "",
    bundle_price: 45,
    individual_total: 50,
    savings: 5,
    savings_percentage: 10,
    collection_date: null,
    collection_zone: "Australia/Melbourne",
    collection_summary: "Brunswick, Melbourne",
    status: "active",
    available: true,
    bundle_items: [2, 3].map((n) => ({
      item_id: idOf(n),
      quantity: 1,
      title: `Thing ${n}`,
      price: 10 * n,
      image: null,
      status: "active" as const,
      condition: "good" as const,
      collection_date: null,
      collection_zone: "Australia/Melbourne",
    })),
    seller_id: "acc_1",
    seller: marketCard(1).seller,
    created_at: 0,
    collection_address: null,
    problem: null,
    editable: true,
    updated_at: 7,
    ...over,
  };
}

const MONTHS = Array.from({ length: 12 }, (_, index) => ({
  month: new Date(Date.UTC(2025, 11 + index, 1)).toISOString().slice(0, 7),
  sold: 0,
  revenue: 0,
}));

export const summary = (over: Partial<SellingSummary> = {}): SellingSummary => ({
  total_items: 0,
  items_sold: 0,
  total_value: 0,
  revenue: 0,
  counts: { all: 0, active: 0, sold: 0, inactive: 0, bundles: 0 },
  months: MONTHS,
  server_now: Date.now(),
  ...over,
});

export interface Call {
  /** Method and path, such as "POST /api/items/bulk/delete". */
  name: string;
  query: string;
  body: unknown;
  key: string | null;
}

/** Reply of a route, or a network failure. */
type Reply = { status?: number; body: unknown } | "offline";

export const refusal = (status: number, code: string, message: string, details: object = {}): Reply =>
  refused(status, code, message, details);

export interface Opened {
  calls: Call[];
  toasts: ToastInput[];
  /** Returns the calls of one route. */
  sent: (name: string) => Call[];
  /** Changes the reply of a route from now on. */
  answer: (name: string, reply: Reply) => void;
}

/** Renders the My Items screen of a seller with these rows. Clean up with `vi.unstubAllGlobals()`. */
export function openMyItems(
  rows: readonly OwnItemRow[],
  { address = "/MyItems", replies = {} }: { address?: string; replies?: Record<string, Reply> } = {},
): Opened {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  const answers = new Map<string, Reply>(
    Object.entries({
      "GET /api/items/mine": { body: { items: rows, next_cursor: null, server_now: Date.now() } },
      "GET /api/selling/summary": { body: summary() },
      "GET /api/bundles/mine": { body: { items: [], server_now: Date.now() } },
      "GET /api/drafts": { body: { items: [], server_now: Date.now() } },
      ...replies,
    }),
  );
  const calls: Call[] = [];
  const toasts: ToastInput[] = [];
  connectToaster((input) => toasts.push(input));
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(String(input instanceof Request ? input.url : input), "http://localhost");
    const name = `${init.method ?? "GET"} ${url.pathname}`;
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : null;
    calls.push({ name, query: url.search, body, key: new Headers(init.headers).get("Idempotency-Key") });
    const reply = answers.get(name) ?? refusal(404, "not_found", "Not found.");
    if (reply === "offline") throw new TypeError("Failed to fetch");
    return Response.json(reply.body, { status: reply.status ?? 200 });
  });
  renderAt(address, <MyItemsScreen />, person());
  return {
    calls,
    toasts,
    sent: (name) => calls.filter((call) => call.name === name),
    answer: (name, reply) => void answers.set(name, reply),
  };
}
