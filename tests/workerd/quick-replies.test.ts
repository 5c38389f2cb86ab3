/** Quick replies: suggested to the seller of the thread's item, saved per account, and screened when sent. */
import { describe, expect, it } from "vitest";
import type { QuickRepliesReply, ThreadQuickReplies } from "#contract/messages";
import { QUICK_REPLIES_MAX, QUICK_REPLY_LENGTH } from "#domain/messages/quick-replies";
import type { TestAccount } from "../support/workerd/accounts.ts";
import { createBuyer, createSeller, hold, insertItem, placeOrder, refusal, reply } from "../support/workerd/deals.ts";
import { createThread, openThread, postMessage, sendText } from "../support/workerd/messages.ts";
import { runSql } from "../support/workerd/sql.ts";

const AVAILABLE = "Yes, it's still available.";
const save = (who: TestAccount, replies: unknown) => who.request("PUT", "/api/quick-replies", { replies });
const saved = async (who: TestAccount) => reply<QuickRepliesReply>(await who.request("GET", "/api/quick-replies"), 200);
const inThread = async (who: TestAccount, id: string) =>
  reply<ThreadQuickReplies>(await who.request("GET", `/api/conversations/${id}/quick-replies`), 200);

describe("the suggestions in a thread", () => {
  it("come from the item: its suburb and times, never its address (A127)", async () => {
    const { seller, itemId, id } = await createThread();
    const from = Date.now() + 3 * 86_400_000;
    await runSql`UPDATE items SET suburb = 'Newtown', city = 'Sydney', collection_date = ${from}, collection_windows =
      ${JSON.stringify([{ from, until: from + 7_200_000 }])}, collection_zone = 'Australia/Sydney' WHERE id =
      ${itemId}`;
    const { suggested } = await inThread(seller, id);
    expect(suggested[0]).toBe(AVAILABLE);
    expect(suggested[1]).toMatch(/^Pickup is in Newtown, Sydney on [A-Z][a-z]{2} \d+ [A-Z][a-z]{2}, /);
    expect(JSON.stringify(suggested)).not.toContain("7 Canary Lane");
  });

  it("depend on what this buyer can do", async () => {
    const { buyer, seller, itemId, id } = await createThread();
    const others = (await openThread(await createBuyer(), { item_id: itemId })).id;
    await hold(buyer, itemId);
    expect((await inThread(seller, id)).suggested[0]).toMatch(/^Pickup is /);
    expect((await inThread(seller, others)).suggested[0]).toMatch(/^Someone else is holding it/);
    const unlisted = await createThread();
    await reply(await unlisted.seller.request("PATCH", `/api/items/${unlisted.itemId}`, { status: "inactive" }), 200);
    expect((await inThread(unlisted.seller, unlisted.id)).suggested[0]).toBe("Sorry, it isn't for sale at the moment.");
  });

  it("name the time that was agreed in the order", async () => {
    const { buyer, seller, itemId, order } = await placeOrder();
    const { id } = await openThread(buyer, { item_id: itemId });
    const at = Date.UTC(2038, 0, 16, 1);
    await runSql`UPDATE orders
      SET collection_date = ${at}, collection_ends_at = ${at + 7_200_000} WHERE id = ${order.order_id}`;
    expect((await inThread(seller, id)).suggested[0]).toBe("Pickup is in Brunswick, Melbourne on Sat 16 Jan, 12–2 pm.");
  });

  it("are for the seller of the item only (A127)", async () => {
    const { buyer, seller, id } = await createThread();
    await refusal(await buyer.request("GET", `/api/conversations/${id}/quick-replies`), 404);
    await refusal(await (await createSeller()).request("GET", `/api/conversations/${id}/quick-replies`), 404);
    const plain = await openThread(buyer, { user_id: seller.id });
    await refusal(await seller.request("GET", `/api/conversations/${plain.id}/quick-replies`), 404);
  });
});

describe("saved quick replies", () => {
  it("are stored in order, per account, and shown in the thread without doubles", async () => {
    const { buyer, seller, id } = await createThread();
    const own = ["Cash or bank transfer is fine.", AVAILABLE];
    expect(await reply(await save(seller, [own[0], `  ${own[0]}\u200b `, own[1]]), 200)).toEqual({ replies: own });
    expect(await saved(seller)).toEqual({ replies: own });
    expect((await saved(buyer)).replies).toEqual([]);
    const shown = await inThread(seller, id);
    expect(shown.own).toEqual(own);
    expect(shown.suggested).not.toContain(AVAILABLE);
    expect(await reply(await save(seller, []), 200)).toEqual({ replies: [] });
    expect((await inThread(seller, id)).suggested).toContain(AVAILABLE);
  });

  it("are at most ten, each of a limited length", async () => {
    const seller = await createSeller();
    const many = Array.from({ length: QUICK_REPLIES_MAX + 1 }, (_, index) => `Reply ${index}`);
    await refusal(await save(seller, many), 422);
    await refusal(await save(seller, [" "]), 422);
    await refusal(await save(seller, ["x".repeat(QUICK_REPLY_LENGTH + 1)]), 422);
    expect((await save(seller, many.slice(1))).status).toBe(200);
    await expect(
      runSql`UPDATE quick_replies SET texts = ${JSON.stringify(many)} WHERE owner_id = ${seller.id}`,
    ).rejects.toThrow(/quick_replies_at_most_ten/);
  });

  it("are screened by the content filter when sent, like every message (A127)", async () => {
    const { buyer, seller, id } = await createThread();
    const text = "Text me on 0412 345 678 and pay by gift card.";
    await reply(await save(seller, [text]), 200);
    await sendText(buyer, id, "Is it still available?");
    expect((await sendText(seller, id, text)).held).toBe("waiting");
  });
});

describe("a seller who answers many buyers with the same words", () => {
  it("is not limited across threads that buyers began, only within one (A127)", async () => {
    const seller = await createSeller();
    const itemId = await insertItem(seller);
    const threads: string[] = [];
    for (let n = 0; n < 4; n++) {
      const buyer = await createBuyer();
      const { id } = await openThread(buyer, { item_id: itemId });
      await sendText(buyer, id, "Is it still available?");
      await sendText(seller, id, AVAILABLE);
      threads.push(id);
    }
    const [first = ""] = threads;
    await sendText(seller, first, AVAILABLE);
    await refusal(await postMessage(seller, first, { text: AVAILABLE }), 429);
  });

  it("is limited while the buyers have not written (A127)", async () => {
    const seller = await createSeller();
    const itemId = await insertItem(seller);
    const statuses: number[] = [];
    for (let n = 0; n < 3; n++) {
      const { id } = await openThread(seller, { item_id: itemId, user_id: (await createBuyer()).id });
      statuses.push((await postMessage(seller, id, { text: AVAILABLE })).status);
    }
    expect(statuses).toEqual([201, 201, 429]);
  });
});
