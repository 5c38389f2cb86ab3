/** GET /api/items/:id/stock-answers: answers from the item's current state and its public fields only. */

import { beforeEach, describe, expect, it } from "vitest";
import { COMMON_QUESTIONS, type StockAnswerReply } from "#contract/safety";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { createSeller, insertItem, refusal, reply } from "../support/workerd/deals.ts";
import { runSql } from "../support/workerd/sql.ts";

let seller: TestAccount;
let itemId: string;

beforeEach(async () => {
  seller = await createSeller({ collection_address: "7 Canary Lane" });
  itemId = await insertItem(seller, { description: "Moving house, so it goes.", collection_address: "7 Canary Lane" });
});

const ask = async (q: string, headers: Record<string, string> = {}) =>
  reply<StockAnswerReply>(await call("GET", `/api/items/${itemId}/stock-answers?q=${q}`, undefined, headers), 200);

describe("GET /api/items/:id/stock-answers", () => {
  it("answers visitors, with the server time", async () => {
    const answer = await ask("why");
    expect(answer).toEqual({
      item_id: itemId,
      question: "why",
      asked: "Why are you selling it?",
      answer: "The seller says: “Moving house, so it goes.”",
      from: "listing",
      server_now: expect.any(Number),
    });
  });

  it("never contains the address, the minimum price or public notes about money", async () => {
    await runSql`INSERT INTO item_knowledge (item_id, negotiation_enabled, minimum_price_cents, public_notes,
      created_at, updated_at) VALUES (${itemId}, 1, 12345, 'Moving, so 123.45 is fine.', 1, 1) ON CONFLICT (item_id)
      DO UPDATE SET negotiation_enabled = 1, public_notes = excluded.public_notes`;
    await runSql`UPDATE items SET description = 'Five shelves.' WHERE id = ${itemId}`;
    for (const question of COMMON_QUESTIONS) {
      // The id and the time may contain these digits by chance.
      const { item_id, server_now, ...said } = await ask(question);
      expect(item_id).toBe(itemId);
      expect(server_now).toBeTypeOf("number");
      expect(JSON.stringify(said)).not.toMatch(/Canary|123/);
    }
  });

  it("uses the public notes and never the private ones, while Knowzee is on", async () => {
    await runSql`UPDATE items SET description = 'Five shelves.' WHERE id = ${itemId}`;
    const set = (enabled: number, told: string) =>
      runSql`INSERT INTO item_knowledge (item_id, negotiation_enabled, negotiation_notes, public_notes, created_at,
        updated_at) VALUES (${itemId}, ${enabled}, 'Moving because of a divorce.', ${told}, 1, 1) ON CONFLICT
        (item_id) DO UPDATE SET negotiation_enabled = excluded.negotiation_enabled, public_notes =
        excluded.public_notes`;
    await set(1, "");
    expect((await ask("why")).from).toBe("unknown");
    await set(0, "Moving to Perth.");
    expect((await ask("why")).from).toBe("unknown");
    await set(1, "Moving to Perth.");
    expect((await ask("why")).answer).toBe("The seller says: “Moving to Perth.”");
  });

  it("refuses an unknown question, and an unknown, deleted or inactive item", async () => {
    const path = `/api/items/${itemId}/stock-answers`;
    for (const known of ["minimum", "available", "condition"]) {
      expect((await call("GET", `${path}?q=${known}`)).status).toBe(422);
    }
    expect((await call("GET", path)).status).toBe(422);
    expect((await call("GET", "/api/items/itm_00000000000000000000/stock-answers?q=why")).status).toBe(404);
    await runSql`UPDATE items SET status = 'inactive' WHERE id = ${itemId}`;
    const stranger = await createAccount();
    expect(await refusal(await stranger.request("GET", `${path}?q=why`), 404)).toMatchObject({ code: "not_found" });
    expect((await seller.request("GET", `${path}?q=why`)).status).toBe(200);
    await runSql`UPDATE items SET deleted_at = 1 WHERE id = ${itemId}`;
    expect((await call("GET", `${path}?q=why`)).status).toBe(410);
  });
});
