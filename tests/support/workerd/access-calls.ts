/** Builds the call of each route in the access table, complete enough that only the access check can refuse it. */
import type { Role } from "../access-table.ts";
import { parseTable } from "../table.ts";
import table from "./access-calls.tsv?raw";
import { type EntityIds, messageBody } from "./access-fixtures.ts";
import { png, uploadForm } from "./images.ts";

/** Entity whose id goes into a path, by the beginning of the path. The first match counts. */
const ABOUT = parseTable<"path" | "entity">(table) as { path: string; entity: keyof EntityIds }[];

/** Bodies of routes that would otherwise refuse the call for missing fields before the access check. */
const SENT: Record<string, (things: EntityIds, role: Role) => unknown> = {
  "POST /api/conversations/:id/messages": () => messageBody("Hello again."),
  "POST /api/conversations/:id/read": () => ({ up_to_seq: 0 }),
  "POST /api/account/phone/code": () => ({ number: "0412 345 678" }),
  "POST /api/account/phone/confirm": () => ({ code: "000000" }),
  "POST /api/images": () => uploadForm({ original: png() }),
  "PUT /api/donations/:id/cause": () => ({ kind: "cause", name: "The local library" }),
  "PATCH /api/wish-lists/:id": () => ({ name: "Kitchen and bath" }),
  "POST /api/items/:id/checkout/acknowledgement": () => ({ acknowledged: true }),
  "POST /api/items/:id/checkout/payment-details": () => ({ method: "bank_transfer" }),
  "POST /api/items/:id/sold": () => ({ buyer_id: null }),
  "POST /api/items": () => ({ title: "Walnut desk", price: 120, category: "furniture", condition: "good" }),
  "POST /api/transactions": ({ held }) => ({ itemId: held, paymentMethod: "bank_transfer", acknowledged: true }),
  "POST /api/rpc/reserve_item": (things, role) => ({
    item_id: things[`lampFor_${role}`],
    reservation_type: "buy_now",
  }),
  "POST /api/orders/:id/evidence": () => ({ referenceNumber: "GS00000001" }),
  "POST /api/orders/:id/handover": () => ({ code: "000000" }),
  "POST /api/circles/:id/hand-over": () => ({ code: "000000" }),
  "POST /api/orders/:id/dispute": () => ({ reason: "The lamp was broken." }),
  "POST /api/orders/:id/sale-answer": () => ({ mine: true }),
  "POST /api/orders/:id/money-back": () => ({ action: "sent" }),
  "POST /api/orders/:id/changes": () => ({ kind: "call_off" }),
  "POST /api/orders/:id/changes/:change": () => ({ answer: "accept" }),
  "POST /api/orders/:id/proposals": () => ({
    from: Date.now() + 5 * 86_400_000,
    until: Date.now() + 5 * 86_400_000 + 3_600_000,
  }),
  "POST /api/orders/:id/proposals/:proposal": () => ({ accept: true }),
  "POST /api/trades/:id/meeting": () => ({
    from: Date.now() + 5 * 86_400_000,
    until: Date.now() + 5 * 86_400_000 + 3_600_000,
    at: "yours",
  }),
  "POST /api/trades/:id/meeting/answer": () => ({ proposed_at: Date.now(), accept: true }),
  "POST /api/orders/:id/contest": () => ({ reason: "I waited there for an hour." }),
  "POST /api/rpc/confirm_payment_received": ({ confirmation }) => ({ confirmation_id: confirmation }),
  "POST /api/admin/users/:id/role": () => ({ role: "admin", note: "Helps at the desk." }),
  "PUT /api/moving-sales/:id": ({ open, offered }) => ({
    title: "Moving house",
    item_ids: [open, offered],
    collection_windows: [{ from: Date.now() + 5 * 86_400_000, until: Date.now() + 5 * 86_400_000 + 3_600_000 }],
    collection_zone: "Australia/Melbourne",
  }),
  "POST /api/ratings": ({ order }) => ({ order_id: order, rating: 5 }),
  "POST /api/ratings/:id/reply": () => ({ text: "Thanks." }),
  "POST /api/payments/intents": ({ order }) => ({ orderId: order }),
  "POST /functions/v1/create-payment-intent": ({ order }) => ({ orderId: order }),
  "POST /api/negotiations/:id/accept": () => ({ amount: 40 }),
  "POST /api/negotiations/:id/questions": () => ({ message_id: "4" }),
  "POST /api/negotiations/:id/answers": () => ({ message_id: "4", text: "It's oak.", shared: true }),
  "PUT /api/negotiations/:id/answers": () => ({ message_id: "4", shared: false }),
  "POST /api/items/:id/price-offer": () => ({ amount: 40, list_price: 45.5 }),
  "PUT /api/items/:id/giveaway": () => ({ mode: "pick" }),
  "PUT /api/items/:id/giveaway/entry": ({ pickedGiveaway }) => ({ giveaway_id: pickedGiveaway, note: "Please." }),
  "DELETE /api/items/:id/giveaway/entry": ({ pickedGiveaway }) => ({ giveaway_id: pickedGiveaway }),
  "POST /api/items/:id/giveaway/pick": ({ pickedGiveaway, pickedEntry }) => ({
    giveaway_id: pickedGiveaway,
    entry_id: pickedEntry,
  }),
  "POST /api/price-offers/decline": ({ priceOffer }) => ({ offers: [{ id: priceOffer, rev: 1 }] }),
  "POST /api/price-offers/:id/accept": () => ({ rev: 99 }),
  "POST /api/price-offers/:id/counter": () => ({ rev: 99, amount: 41 }),
  "POST /api/price-offers/:id/decline": () => ({ rev: 99 }),
  "POST /api/price-offers/:id/withdraw": () => ({ rev: 99 }),
};

/** Routes that can succeed only once per entity: each of these roles gets its own entity. */
const ONE_EACH: Record<string, Partial<Record<Role, keyof EntityIds>>> = {
  "DELETE /api/admin/announcements/:id": { super_admin: "secondAnnouncement" },
};

/** Values of path parameters that are not ids. */
const WORDS: Record<string, string> = {
  ":kind": "uncollected",
  ":integration": "push",
  ":demo_item": "demo-sofa",
  ":policy": "terms",
};

const QUERIES: Record<string, (things: EntityIds) => string> = {
  "POST /api/still-available": () => "?token=of-no-listing",
  "GET /api/ratings/deal": ({ order }) => `?order_id=${order}`,
};

export const hasBody = (route: string) => SENT[route] !== undefined;

interface Sent {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  body: unknown;
}

/** Returns the call of a route for a role. Writes without an entry in SENT get an empty object as body. */
export function callOf(route: string, role: Role, things: EntityIds): Sent {
  const [method = "", pattern = ""] = route.split(" ");
  const about = ONE_EACH[route]?.[role] ?? ABOUT.find(({ path }) => new RegExp(`^${path}`).test(pattern))?.entity;
  const id = about === undefined ? "not-a-thing-of-this-deal" : things[about];
  const path = pattern.replaceAll(/:[a-z_]+/gi, (name) => WORDS[name] ?? id);
  return {
    method: method as Sent["method"],
    path: path + (QUERIES[route]?.(things) ?? ""),
    body: method === "GET" ? undefined : (SENT[route]?.(things, role) ?? {}),
  };
}
