/** Searches for the reserve, and nonsensical prices (A68, A70). */
import { expect, it, vi } from "vitest";
import type { NegotiationReply } from "#contract/negotiation";
import { HOUR_MS } from "#domain/deadlines";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { refusal, reply } from "../support/workerd/deals.ts";
import { createItem } from "../support/workerd/listings.ts";
import { firstRow } from "../support/workerd/sql.ts";

it("Knowzee offers and accepts only whole cents between the seller's minimum and the asking price (A70)", async () => {
  const [seller, buyer] = await Promise.all([createAccount(), createAccount()]);
  const item = await createItem(seller, { price: 100, negotiation_enabled: true, minimum_price: 63 });
  let conversation = "";
  for (const userMessage of [
    "$0",
    "-50 dollars",
    "$1e9",
    "$5,0,0",
    "$999999999",
    "0x10 dollars",
    "NaN",
    "$63.999999",
  ]) {
    const answer = await reply<NegotiationReply>(
      await buyer.request("POST", "/functions/v1/agent-negotiate", { itemId: item.id, userMessage }),
      200,
    );
    conversation = answer.conversationId;
    const amount = answer.counterOfferAmount;
    if (amount === null) continue;
    expect(amount, userMessage).toBeGreaterThanOrEqual(63);
    expect(amount, userMessage).toBeLessThanOrEqual(100);
    expect(Math.round(amount * 100) / 100, userMessage).toBe(amount);
  }
  for (const amount of [0, -1, 0.01, 62.99, 100.01, 1e9, "70", null, 70.005]) {
    const response = await buyer.request("POST", `/api/negotiations/${conversation}/accept`, { amount });
    expect([amount, response.status >= 400 && response.status < 500]).toEqual([amount, true]);
  }
  const held = await reply<{ is_reserved: boolean }>(
    await buyer.request("POST", "/api/rpc/get_item_reservation", { item_id: item.id }),
    200,
  );
  expect(held.is_reserved).toBe(false);
  const foreign = await buyer.request("POST", "/functions/v1/agent-negotiate", { itemId: item.id, userMessage: 7 });
  expect((await refusal(foreign, 422)).code).toBe("invalid");
});

it("bids of other people change nothing for a buyer, unless three new accounts were compared within a day (A68, A133)", async () => {
  const signed_up = Date.now();
  const [seller, ...buyers] = await Promise.all(Array.from({ length: 6 }, () => createAccount({ signed_up })));
  if (!seller) throw new Error("no seller");
  const item = await createItem(seller, { price: 200, negotiation_enabled: true, minimum_price: 120 });
  const stored = await firstRow<{ reserve_cents: number }>`SELECT reserve_cents
    FROM item_knowledge WHERE item_id = ${item.id}`;
  const reserve = (stored?.reserve_cents ?? 0) / 100;
  const takes = async (buyer: TestAccount | undefined, bid: number) => {
    const response = await buyer?.request("POST", "/functions/v1/agent-negotiate", {
      itemId: item.id,
      userMessage: `$${bid} is my max`,
    });
    if (!response) throw new Error("no buyer");
    return (await reply<NegotiationReply>(response, 200)).counterOfferAmount === bid;
  };
  for (const known of buyers.slice(0, 3)) expect(await takes(known, reserve)).toBe(true);
  expect(await takes(buyers[3], reserve + 4)).toBe(false);
  const now = Date.now();
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now + HOUR_MS + 1);
  expect(await takes(buyers[4], reserve)).toBe(true);
  clock.mockRestore();
});
