/** Price offers on items of the demo seller, with their threads. */
import { HOUR_MS, PRICE_OFFER_MS } from "#domain/deadlines";
import type { DemoUser } from "./people.ts";
import { appId, demoId, type Tables } from "./rows.ts";

/** Percent of the price, hours ago, and what the buyer wrote. */
const OFFERS = [
  { percent: 85, hours: 3, note: "I could pick it up tonight." },
  { percent: 70, hours: 9, note: "" },
  { percent: 90, hours: 15, note: "Is Saturday morning fine for you?" },
] as const;

/** One offer per buyer: two on the first item, the others on the second. */
export function offerRows(
  now: number,
  { items, seller, buyers }: { items: Tables[string]; seller: DemoUser; buyers: readonly DemoUser[] },
): Tables {
  const tables = { conversations: [], conversation_members: [], price_offers: [], messages: [] } as Record<
    string,
    NonNullable<Tables[string]>
  >;
  const offered = (items ?? []).filter(
    (item) =>
      item.seller_id === seller.id &&
      item.status === "active" &&
      item.holder_id === null &&
      item.negotiation_available === 0 &&
      Number(item.price_cents) >= 2_000,
  );
  for (const [index, { percent, hours, note }] of OFFERS.entries()) {
    const item = offered[index < 2 ? 0 : 1];
    const buyer = buyers[index];
    if (!item || !buyer) continue;
    const key = `${item.id}-${buyer.id}`;
    const [low = "", high = ""] = [seller.id, buyer.id].sort();
    const id = appId("pof", String(item.id), buyer.id);
    const thread = appId("cnv", low, high, String(item.id));
    const at = now - hours * HOUR_MS;
    const amount = Math.round((Number(item.price_cents) * percent) / 10_000) * 100;
    tables.conversations?.push({
      id: thread,
      item_id: String(item.id),
      low_id: low,
      high_id: high,
      opened_by: buyer.id,
      created_at: at,
    });
    for (const [user_id, other_id] of [
      [seller.id, buyer.id],
      [buyer.id, seller.id],
    ] as const) {
      tables.conversation_members?.push({ conversation_id: thread, user_id, other_id, last_at: at });
    }
    tables.price_offers?.push({
      id,
      item_id: String(item.id),
      buyer_id: buyer.id,
      seller_id: seller.id,
      rev: 1,
      status: "open",
      turn: "seller",
      amount_cents: amount,
      buyer_cents: amount,
      list_cents: Number(item.price_cents),
      rounds: 1,
      note,
      expires_at: at + PRICE_OFFER_MS,
      ref: demoId("ref", key),
      created_at: at,
      updated_at: at,
    });
    const event = { subject: "offer", id, kind: "offered", by: "buyer", amount: amount / 100 };
    tables.messages?.push({
      id: demoId("msg", key),
      conversation_id: thread,
      seq: 1,
      kind: "event",
      event: JSON.stringify(event),
      at,
    });
  }
  return tables;
}
