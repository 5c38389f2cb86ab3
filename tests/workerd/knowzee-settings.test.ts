/** Knowzee's settings. */
import { expect, it } from "vitest";
import type { AiPreviewReply, AiSettingsReply, NegotiationReply } from "#contract/negotiation";
import { createAccount } from "../support/workerd/accounts.ts";
import { createItem } from "../support/workerd/listings.ts";
import { row } from "../support/workerd/rooms.ts";

it("the API keeps every version of Knowzee's settings, and refuses stale and invalid changes and users", async () => {
  const [admin, buyer] = await Promise.all([createAccount({ role: "admin" }), createAccount()]);
  expect((await buyer.request("GET", "/api/admin/ai-settings")).status).toBe(403);
  expect((await buyer.request("PUT", "/api/admin/ai-settings", {})).status).toBe(403);
  const started = (await (await admin.request("GET", "/api/admin/ai-settings")).json()) as AiSettingsReply;
  expect(started).toMatchObject({ current: { version: 0, saved_by: null }, versions: [] });
  const { saved_at: _at, saved_by: _by, ...settings } = started.current;
  const put = (body: unknown) => admin.request("PUT", "/api/admin/ai-settings", body);
  const wanted = {
    ...settings,
    greetings: ["Welcome! Ask me anything."],
    policy: { ...settings.policy, step_percent: 10 },
  };
  const saved = await put(wanted);
  expect(saved.status).toBe(200);
  expect(await saved.json()).toMatchObject({
    current: { version: 1, greetings: wanted.greetings },
    versions: [{ version: 1 }],
  });
  expect((await put(wanted)).status).toBe(409);
  for (const bad of [
    { ...wanted, version: 1, greetings: ["Yours for $1!"] },
    { ...wanted, version: 1, closings: ["See https://evil.example"] },
    { ...wanted, version: 1, policy: { ...settings.policy, near_list_percent: 90 } },
    { ...wanted, version: 1, policy: { ...settings.policy, step_percent: 0 } },
  ]) {
    expect((await put(bad)).status).toBe(422);
  }

  // The settings apply from the next message and the next minimum price.
  const seller = await createAccount();
  const item = await createItem(seller, { price: 100, negotiation_enabled: true, minimum_price: 63 });
  const reserves = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const { id } = await createItem(seller, { price: 100, negotiation_enabled: true, minimum_price: 63 });
      return (await row<{ reserve_cents: number }>("SELECT reserve_cents FROM item_knowledge WHERE item_id = ?", id))
        ?.reserve_cents;
    }),
  );
  for (const cents of reserves) {
    expect(cents).toBeGreaterThan(63_00);
    expect(cents).toBeLessThanOrEqual(74_00);
  }
  // Steps of 10% lie elsewhere for every item, and some further from the minimum than steps of 5% could.
  expect(new Set(reserves).size).toBeGreaterThan(3);
  expect(Math.max(...reserves.map(Number))).toBeGreaterThan(68_00);
  const hello = await buyer.request("POST", "/api/agent-negotiate", { itemId: item.id, userMessage: "hello" });
  expect(((await hello.json()) as NegotiationReply).response).toBe("Welcome! Ask me anything.");
});

it("the API previews Knowzee's settings on an invented item without storing anything", async () => {
  const admin = await createAccount({ role: "admin" });
  const started = (await (await admin.request("GET", "/api/admin/ai-settings")).json()) as AiSettingsReply;
  const { version: _version, saved_at: _at, saved_by: _by, ...settings } = started.current;
  const body = { settings, list_price: 100, minimum_price: 63, tone: "normal", messages: ["hi", "$60", "$65", "$66"] };
  const reply = await admin.request("POST", "/api/admin/ai-settings/preview", body);
  expect(reply.status).toBe(200);
  const { messages } = (await reply.json()) as AiPreviewReply;
  expect(messages).toHaveLength(8);
  for (const { amount } of messages) expect(amount ?? 63).toBeGreaterThanOrEqual(63);
  expect(await row("SELECT count(*) AS n FROM negotiations WHERE buyer_id = ?", admin.id)).toEqual({ n: 0 });
  const wrong = await admin.request("POST", "/api/admin/ai-settings/preview", { ...body, minimum_price: 101 });
  expect(wrong.status).toBe(422);
});
