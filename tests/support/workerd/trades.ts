/** Trades between two users and their steps. */
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { AcceptTradeInput, ProposeTradeReply, TradeView } from "#contract/trades";
import { peek } from "../../../durable/item-room/commands/item.ts";
import type { TestAccount } from "./accounts.ts";
import { createBuyer, createSeller, insertItem, reply } from "./deals.ts";
import { notificationsOf } from "./notifications.ts";
import { inRoom } from "./rooms.ts";

export interface TradeSetup {
  seller: TestAccount;
  offeror: TestAccount;
  /** Id of the requested item. */
  target: string;
  /** Ids of the offered items. */
  offered: string[];
}

/** Creates a seller with one item and an offeror with `things` items. */
export async function createTradeSetup(things = 1): Promise<TradeSetup> {
  const [seller, offeror] = await Promise.all([createSeller(), createBuyer()]);
  const target = await insertItem(seller, { title: "Brass reading lamp", price_cents: 4_550 });
  const offered: string[] = [];
  for (let i = 0; i < things; i++) {
    offered.push(
      await insertItem(offeror, { title: `Thing ${i + 1}`, price_cents: 2_000, collection_address: OFFEROR_ADDRESS }),
    );
  }
  return { seller, offeror, target, offered };
}

/** Collection address of the offeror's items. */
export const OFFEROR_ADDRESS = "12 Offer Street, Fitzroy VIC 3065";

export function propose(
  who: TestAccount,
  body: { target_item_id: string; offered_item_ids: unknown } & Record<string, unknown>,
  key: string = crypto.randomUUID(),
): Promise<Response> {
  return who.request("POST", "/api/trading/propose-trade", body, { "Idempotency-Key": key });
}

/** Proposes the trade. @returns its id. */
export async function proposeTrade(
  { offeror, target, offered }: TradeSetup,
  more: Record<string, unknown> = {},
): Promise<string> {
  const sent = await propose(offeror, { target_item_id: target, offered_item_ids: offered, ...more });
  const { success, error, trade_id } = await reply<ProposeTradeReply>(sent, 201);
  expect([success, error]).toEqual([true, null]);
  return trade_id;
}

export type Step = "accept" | "decline" | "withdraw" | "handed-over" | "cancel";

/** An acceptance may choose the meeting. */
export const step = (who: TestAccount, id: string, name: Step, body?: AcceptTradeInput) =>
  who.request("POST", `/api/trades/${id}/${name}`, name === "accept" ? (body ?? {}) : undefined);

/** Takes a step of a trade, expects success and returns the trade. */
export const takeStep = async (who: TestAccount, id: string, name: Step, body?: AcceptTradeInput) =>
  reply<TradeView>(await step(who, id, name, body), 200);

export const readTrade = async (who: TestAccount, id: string) =>
  reply<TradeView>(await who.request("GET", `/api/trades/${id}`), 200);

/** Returns the titles of a user's notifications about a trade, oldest first. */
export async function notificationTitles(who: TestAccount, id: string): Promise<string[]> {
  const all = await notificationsOf(who, "trade");
  return all.filter(({ link }) => link === `/TradeOffers?id=${id}`).map(({ title }) => title);
}

/** Returns the status of each item. A difference between its room and D1 shows in the value. */
export async function statusesOf(ids: readonly string[]): Promise<string[]> {
  return Promise.all(
    ids.map(async (id) => {
      const [row, room] = await Promise.all([
        env.DB.prepare("SELECT status FROM items WHERE id = ?").bind(id).first<{ status: string }>(),
        inRoom(id, peek()),
      ]);
      const here = room.ok ? room.value.status : "gone";
      return here === row?.status ? here : `${here} but ${row?.status} in D1`;
    }),
  );
}

/** Returns the trade or swap circle that has locked the item. */
export async function lockOf(itemId: string): Promise<string | null> {
  const seen = await inRoom(itemId, peek());
  return seen.ok && seen.value.status === "pending" ? (seen.value.trade?.id ?? null) : null;
}
