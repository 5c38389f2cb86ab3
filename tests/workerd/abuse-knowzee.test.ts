/** Nonsensical prices in messages to Knowzee, and the daily limits of language model calls (A70, A71). */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { NegotiationReply } from "#contract/negotiation";
import { mayReword } from "../../worker/features/negotiation/narrator/commands.ts";
import { createServices } from "../../worker/services.ts";
import { createAccount } from "../support/workerd/accounts.ts";
import { refusal, reply } from "../support/workerd/deals.ts";
import { createItem } from "../support/workerd/listings.ts";

it("Knowzee offers and accepts only whole cents between the seller's minimum and the asking price", async () => {
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

it("Knowzee stops calling the language model after a daily limit for one user and for all users", async () => {
  const [busy, quiet] = await Promise.all([createAccount(), createAccount()]);
  const services = {
    ...createServices(env, () => undefined),
    env: { ...env, NARRATOR: "openai" as const, LLM_BASE_URL: "https://llm.example/v1", LLM_API_KEY: "key" },
  };
  const settings = { narrator_enabled: true, model: "small" } as Parameters<typeof mayReword>[1];
  const asked = async (person: { id: string }) => mayReword(services, settings, person.id);
  const used = async (key: string, count: number) =>
    env.DB.prepare(
      "INSERT INTO throttles (key, count, since) VALUES (?1, ?2, ?3) ON CONFLICT (key) DO UPDATE SET count = ?2, since = ?3",
    )
      .bind(key, count, Date.now())
      .run();
  await used(`acct:${busy.id}:narrator`, 99);
  expect([await asked(busy), await asked(busy), await asked(quiet)]).toEqual([true, false, true]);
  await used("narrator", 4_999);
  const other = await createAccount();
  expect([await asked(other), await asked(other), await asked(quiet)]).toEqual([true, false, false]);
});
