/** Messages between two users: delivered once, in order and only to them. */

import { createExecutionContext, evictDurableObject, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { MESSAGES } from "#contract/copy";
import type { MessageView, ThreadsReply, ThreadView } from "#contract/messages";
import type { CountsReply } from "#contract/notifications";
import { NO_COUNTS } from "#domain/notifications/bar-counts";
import { removeOrphanPhotos } from "../../worker/features/items/images/jobs.ts";
import { sendMessage } from "../../worker/features/messages/commands.ts";
import { pushToUser } from "../../worker/http/user-channel.ts";
import { createServices } from "../../worker/services.ts";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { createBuyer, createSeller, insertItem, placeOrder, refusal, reply } from "../support/workerd/deals.ts";
import { png, uploadForm } from "../support/workerd/images.ts";
import {
  createThread,
  markRead,
  openThread,
  postMessage,
  readMessages,
  readThread,
  sendText,
  texts,
} from "../support/workerd/messages.ts";
import { allRows, firstRow } from "../support/workerd/sql.ts";
import { createTradeSetup, proposeTrade, takeStep } from "../support/workerd/trades.ts";
import { openChannel } from "../support/workerd/user-channel.ts";

const list = async (who: TestAccount, query = "") =>
  reply<ThreadsReply>(await who.request("GET", `/api/conversations${query}`), 200);
const counts = async (who: TestAccount) =>
  reply<CountsReply>(await who.request("GET", "/api/notifications/counts"), 200);

/** Wraps the database so that `around` runs instead of each batch and decides when to carry it out. */
function duringBatch(around: (carryOut: () => Promise<D1Result[]>) => Promise<D1Result[]>): D1Database {
  return new Proxy(env.DB, {
    get(target, name) {
      if (name === "batch") return (statements: D1PreparedStatement[]) => around(() => target.batch(statements));
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

describe("thread", () => {
  it("is created once for an item and two users, also when both start it concurrently", async () => {
    const [buyer, seller] = [await createBuyer(), await createSeller()];
    const itemId = await insertItem(seller);
    const begun = await Promise.all([
      ...Array.from({ length: 4 }, () => buyer.request("POST", "/api/conversations", { item_id: itemId })),
      ...Array.from({ length: 4 }, () =>
        seller.request("POST", "/api/conversations", { item_id: itemId, user_id: buyer.id }),
      ),
    ]);
    expect(begun.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    const ids = await Promise.all(begun.map(async (response) => ((await response.json()) as ThreadView).id));
    expect(new Set(ids).size).toBe(1);
    expect((await openThread(buyer, { user_id: seller.id })).id).not.toBe(ids[0]);
  });

  it("shows the other user and the item, without email or collection address", async () => {
    const { buyer, seller, itemId, id } = await createThread();
    await sendText(buyer, id, "Is it oak?");
    const raw = await (await seller.request("GET", "/api/conversations")).text();
    const { items } = JSON.parse(raw) as ThreadsReply;
    expect(items).toMatchObject([
      {
        id,
        other: { id: buyer.id, display_name: "Billie B." },
        item: { id: itemId, title: "Brass reading lamp", price: 45.5, status: "active", seller_id: seller.id },
        last_message: { text: "Is it oak?", from: "them", client_id: null },
        unread: 1,
        can_send: true,
      },
    ]);
    const everything =
      raw +
      JSON.stringify([
        await readThread(seller, id),
        await readMessages(seller, id),
        await readThread(buyer, id),
        await readMessages(buyer, id),
      ]);
    expect(everything).not.toContain("@");
    expect(everything).not.toContain('Seller"');
    expect(everything).not.toContain("7 Canary Lane");
  });

  it("appears in both lists with its first message", async () => {
    const { buyer, seller, id } = await createThread();
    expect((await list(seller)).items).toEqual([]);
    expect((await list(buyer)).items).toEqual([]);
    await sendText(buyer, id, "Hello");
    expect((await list(seller)).items).toHaveLength(1);
    expect((await list(buyer)).items).toMatchObject([{ unread: 0, last_message: { from: "me" } }]);
  });

  it("stays after its item is deleted", async () => {
    const { buyer, seller, itemId, id } = await createThread();
    await sendText(buyer, id, "Is it oak?");
    expect((await seller.request("DELETE", `/api/items/${itemId}`)).status).toBe(200);
    await sendText(seller, id, "Sorry, gone.");
    expect(await readThread(buyer, id)).toMatchObject({ item: { id: itemId, status: "deleted" }, unread: 1 });
    expect((await openThread(buyer, { item_id: itemId }, 200)).id).toBe(id);
    // A third user can no longer start a thread about the item.
    await refusal(await (await createBuyer()).request("POST", "/api/conversations", { item_id: itemId }), 404);
  });

  it("is refused with oneself, about one's own item, with a user who is not the seller, or without a subject", async () => {
    const { buyer, seller, itemId } = await createThread();
    const stranger = await createBuyer();
    const ask = (who: TestAccount, body: unknown) => who.request("POST", "/api/conversations", body);
    expect(await refusal(await ask(seller, { item_id: itemId }), 403)).toMatchObject({ code: "own_item" });
    await refusal(await ask(buyer, { user_id: buyer.id }), 422);
    await refusal(await ask(buyer, {}), 422);
    await refusal(await ask(buyer, { item_id: itemId, user_id: stranger.id }), 404);
    await refusal(await ask(buyer, { item_id: "itm_00000000000000000000" }), 404);
    await refusal(await ask(buyer, { user_id: "acc_00000000000000000000" }), 404);
    const draft = await insertItem(seller, { status: "inactive" });
    await refusal(await ask(buyer, { item_id: draft }), 404);
  });

  it("of two other users answers 404 on every route, exactly like a missing one (A01)", async () => {
    const { buyer, id } = await createThread();
    await sendText(buyer, id, "Just between us");
    const stranger = await createAccount();
    const ask = async (conversation: string) => {
      const at = `/api/conversations/${conversation}`;
      const replies = [
        await stranger.request("GET", at),
        await stranger.request("GET", `${at}/messages`),
        await postMessage(stranger, conversation, { text: "Hello" }),
        await stranger.request("POST", `${at}/read`, { up_to_seq: 1 }),
        await stranger.request("POST", `${at}/typing`),
      ];
      return Promise.all(replies.map(async (response) => [response.status, await refusal(response, 404)]));
    };
    const withoutId = (answers: unknown) => JSON.stringify(answers).replaceAll(/"request_id":"[^"]*"/g, "");
    expect(withoutId(await ask(id))).toBe(withoutId(await ask("cnv_00000000000000000000")));
    expect((await list(stranger)).items).toEqual([]);
    expect(texts(await readMessages(buyer, id))).toEqual(["Just between us"]);
  });

  it("is listed in pages, latest change first, without repeats", async () => {
    const seller = await createSeller();
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) {
      const buyer = await createBuyer();
      const { id } = await openThread(buyer, { user_id: seller.id });
      await sendText(buyer, id, `Hello from ${index}`);
      ids.unshift(id);
    }
    const [first, ...others] = ids;
    await sendText(seller, String(others.at(-1)), "Good morning");
    const pages: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: ThreadsReply = await list(seller, `?limit=2${cursor && `&cursor=${cursor}`}`);
      pages.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(pages).toEqual([others.at(-1), first, ...others.slice(0, -1)]);
    const { next_cursor } = await list(seller, "?limit=2");
    await refusal(await (await createBuyer()).request("GET", `/api/conversations?cursor=${next_cursor}`), 422);
  });
});

describe("message", () => {
  it("arrives live with the unread count, and the sender sees when it was read", async () => {
    const { buyer, seller, id } = await createThread();
    const [hers, his, second] = [await openChannel(buyer), await openChannel(seller), await openChannel(buyer)];
    const sent = await sendText(buyer, id, "Is it oak?");
    expect(sent).toMatchObject({ seq: 1, kind: "text", from: "me", text: "Is it oak?", held: null, cautions: [] });
    const arrived = await his.until("message");
    expect(arrived).toMatchObject({ unread_messages: 1, message: { id: sent.id, from: "them", client_id: null } });
    // The sender's other device shows it, too.
    expect(await second.until("message")).toMatchObject({ unread_messages: 0, message: { ...sent } });
    expect(await counts(seller)).toMatchObject({ messages: 1 });

    await seller.request("POST", `/api/conversations/${id}/typing`);
    expect(await hers.until("typing")).toEqual({ type: "typing", conversation_id: id, from: seller.id });

    // The read position is capped at the last message.
    const done = await seller.request("POST", `/api/conversations/${id}/read`, { up_to_seq: 99 });
    expect(await reply(done, 200)).toEqual({ conversation_id: id, last_read_seq: 1, unread: 0, unread_messages: 0 });
    expect(await hers.until("read")).toEqual({
      type: "read",
      conversation_id: id,
      up_to_seq: 1,
      by_you: false,
      unread_messages: null,
    });
    expect(await his.until("read")).toMatchObject({ by_you: true, unread_messages: 0 });
    expect(await counts(seller)).toMatchObject({ messages: 0 });
    // The read position never moves back.
    await markRead(seller, id, 0);
    expect(await readMessages(buyer, id)).toMatchObject({ other_read_seq: 1, last_read_seq: 0, last_seq: 1 });
  });

  it("counts as unread until its sequence number is read", async () => {
    const { buyer, seller, id } = await createThread();
    for (const text of ["One", "Two", "Three"]) await sendText(buyer, id, text);
    await sendText(seller, id, "Four");
    await markRead(seller, id, 2);
    expect(await readThread(seller, id)).toMatchObject({ unread: 1, last_read_seq: 2, last_seq: 4 });
    expect(await readThread(buyer, id)).toMatchObject({ unread: 1, last_read_seq: 0 });
  });

  it("has the same order for both users, without gaps or repeats, when both write concurrently", async () => {
    const { buyer, seller, id } = await createThread();
    const words = Array.from({ length: 30 }, (_, index) => `Line ${index}`);
    const sent = await Promise.all(words.map((text, index) => sendText(index % 2 ? buyer : seller, id, text)));
    expect(sent.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(words.map((_, index) => index + 1));
    const [hers, his] = [await readMessages(buyer, id), await readMessages(seller, id)];
    expect(texts(hers)).toEqual(texts(his));
    expect(texts(hers).toSorted()).toEqual(words.toSorted());
    expect(hers.items.map(({ seq }) => seq)).toEqual(words.map((_, index) => index + 1));
  });

  it("is stored once when it is sent again with its client id", async () => {
    const { buyer, seller, id } = await createThread();
    const body = { client_id: "client-0000-0001", text: "Is it oak?" };
    const replies = await Promise.all(Array.from({ length: 6 }, () => postMessage(buyer, id, body)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 201]);
    const again = await postMessage(buyer, id, body);
    const views = await Promise.all([...replies, again].map((response) => response.json() as Promise<MessageView>));
    expect(new Set(views.map((view) => view.id)).size).toBe(1);
    expect(texts(await readMessages(seller, id))).toEqual(["Is it oak?"]);
    expect(await readThread(seller, id)).toMatchObject({ unread: 1 });
    const lines = await allRows`SELECT link FROM notifications WHERE user_id = ${seller.id} AND kind = 'message'`;
    expect(lines.results).toEqual([{ link: `/Messages/${id}` }]);

    const other = await refusal(await postMessage(buyer, id, { ...body, text: "Is it pine?" }), 422);
    expect(other.code).toBe("idempotency_mismatch");
    const elsewhere = await openThread(buyer, { user_id: seller.id });
    expect((await refusal(await postMessage(buyer, elsewhere.id, body), 422)).code).toBe("idempotency_mismatch");
    // The same client id of another user is another message.
    expect((await postMessage(seller, id, body)).status).toBe(201);
  });

  it("is neither lost, repeated nor out of order after the recipient's socket was cut", async () => {
    const { buyer, seller, id } = await createThread();
    const words = Array.from({ length: 24 }, (_, index) => `Line ${index + 1}`);
    // Imitates the client: it takes consecutive frames, and asks for messages at every opening and every gap.
    const shown = new Map<string, MessageView>();
    let last = 0;
    const ask = async () => {
      for (let more = true; more; ) {
        const page = await readMessages(seller, id, `?after=${last}&limit=5`);
        for (const message of page.items) shown.set(message.id, message);
        last = Math.max(last, page.items.at(-1)?.seq ?? 0);
        more = page.more;
      }
    };
    const listen = async () => {
      const channel = await openChannel(seller);
      await ask();
      channel.socket.addEventListener("message", (event) => {
        const frame = JSON.parse(String(event.data)) as { type: string; message: MessageView };
        if (frame.type !== "message" || frame.message.seq > last + 1) return;
        shown.set(frame.message.id, frame.message);
        last = Math.max(last, frame.message.seq);
      });
      return channel;
    };

    const before = await listen();
    for (const text of words.slice(0, 8)) await sendText(buyer, id, text);
    await before.until("message", ({ message }) => message.text === "Line 8");
    before.socket.close();
    await before.closed;
    await evictDurableObject(env.USER_CHANNEL.getByName(seller.id));
    // While the socket is closed, every message is sent twice, as after a lost response.
    for (const [index, text] of words.slice(8, 16).entries()) {
      const body = { client_id: `cut-off-${index}`, text };
      await Promise.all([postMessage(buyer, id, body), postMessage(buyer, id, body)]);
    }
    // Reopen the socket and ask for messages while new ones arrive.
    const [after] = await Promise.all([
      listen(),
      (async () => {
        for (const text of words.slice(16)) await sendText(buyer, id, text);
      })(),
    ]);
    await after.until("hello");
    await ask();
    const order = [...shown.values()].toSorted((a, b) => a.seq - b.seq).map(({ text }) => text);
    expect(order).toEqual(words);
  });

  it("is stored once when the response was lost and the client retries", async () => {
    const { buyer, seller, id } = await createThread();
    let batches = 0;
    const DB = duringBatch(async (carryOut) => {
      const results = await carryOut();
      if (++batches === 2) throw new Error("D1_ERROR: Network connection lost.");
      return results;
    });
    const services = createServices({ ...env, DB }, () => undefined);
    const value = { client_id: "lost-answer-0001", text: "Is it oak?" };
    await expect(sendMessage(services, buyer.id, id, value, "localhost")).rejects.toThrow("connection lost");
    expect(await sendMessage(services, buyer.id, id, value, "localhost")).toMatchObject({
      ok: true,
      value: { again: true },
    });
    expect(texts(await readMessages(seller, id))).toEqual(["Is it oak?"]);
    expect(await readThread(seller, id)).toMatchObject({ unread: 1 });
  });

  it("is read in pages from either end, oldest first", async () => {
    const { buyer, seller, id } = await createThread();
    for (let index = 1; index <= 7; index++) await sendText(buyer, id, `Line ${index}`);
    const numbers = async (query: string) => {
      const page = await readMessages(seller, id, query);
      return [page.items.map(({ seq }) => seq), page.more, page.last_seq];
    };
    expect(await numbers("?limit=3")).toEqual([[5, 6, 7], true, 7]);
    expect(await numbers("?before=5&limit=3")).toEqual([[2, 3, 4], true, 7]);
    expect(await numbers("?before=2&limit=3")).toEqual([[1], false, 7]);
    expect(await numbers("?after=0&limit=4")).toEqual([[1, 2, 3, 4], true, 7]);
    expect(await numbers("?after=4&limit=4")).toEqual([[5, 6, 7], false, 7]);
    expect(await numbers("?after=7")).toEqual([[], false, 7]);
    await refusal(await seller.request("GET", `/api/conversations/${id}/messages?after=1&before=5`), 422);
  });

  it("may be an own photo, which the clean-up then keeps", async () => {
    const { buyer, seller, id } = await createThread();
    const upload = async (who: TestAccount) =>
      reply<{ id: string; url: string }>(
        await who.request("POST", "/api/images", uploadForm({ original: png() })),
        201,
      );
    const [mine, theirs, unsent] = [await upload(buyer), await upload(seller), await upload(buyer)];
    expect(await reply(await postMessage(buyer, id, { image_id: mine.id }), 201)).toMatchObject({
      kind: "photo",
      text: "",
      photo: { id: mine.id, url: mine.url },
    });
    expect((await readMessages(seller, id)).items).toMatchObject([{ kind: "photo", photo: { url: mine.url } }]);
    expect(
      (await refusal(await postMessage(buyer, id, { image_id: theirs.id }), 422)).details?.fields?.[0]?.field,
    ).toBe("image_id");
    await refusal(await postMessage(buyer, id, { image_id: "img_00000000000000000000" }), 422);
    await refusal(await postMessage(buyer, id, {}), 422);
    await refusal(await postMessage(buyer, id, { text: "   " }), 422);
    await refusal(await postMessage(buyer, id, { text: "x".repeat(2_001) }), 422);

    const ctx = createExecutionContext();
    const services = createServices(env, (work) => ctx.waitUntil(work));
    await removeOrphanPhotos({ ...services, now: () => Date.now() + 2 * 86_400_000 });
    await waitOnExecutionContext(ctx);
    const rows = await allRows<{ id: string }>`SELECT id FROM images WHERE owner_id = ${buyer.id}`;
    expect(rows.results.map((row) => row.id)).toEqual([mine.id]);
    expect(rows.results).not.toContainEqual({ id: unsent.id });
  });

  it("creates a notification that is marked as read together with the message", async () => {
    const { buyer, seller, id } = await createThread();
    await sendText(buyer, id, "Is it oak?");
    const unread = () =>
      allRows`SELECT title, body
        FROM notifications WHERE user_id = ${seller.id} AND kind = 'message' AND read_at IS NULL`;
    expect((await unread()).results).toEqual([{ title: "Billie B. sent you a message", body: "Is it oak?" }]);
    await markRead(seller, id, 1);
    expect((await unread()).results).toEqual([]);
  });
});

describe("events in a thread", () => {
  it("show the steps of an order in sequence with the messages", async () => {
    const { buyer, seller, itemId, order } = await placeOrder({ evidence: false });
    // The thread starts after the order and still contains its earlier events.
    const { id } = await openThread(buyer, { item_id: itemId });
    await sendText(seller, id, "Thank you for buying it");
    expect((await buyer.request("POST", `/api/orders/${order.order_id}/cancel`)).status).toBe(200);
    const { items } = await readMessages(seller, id);
    expect(items).toMatchObject([
      {
        seq: 1,
        kind: "event",
        from: null,
        event: { subject: "order", id: order.order_id, kind: "placed" },
        text: "Order placed.",
      },
      { seq: 2, kind: "text", from: "me" },
      { seq: 3, kind: "event", event: { kind: "cancelled" }, text: "Order cancelled." },
    ]);
    // The order sends its own notifications, so its events do not count as unread messages.
    expect(await readThread(seller, id)).toMatchObject({ unread: 0, last_seq: 3, last_message: { kind: "event" } });
    expect(await readThread(buyer, id)).toMatchObject({ unread: 1 });
  });

  it("show each step of a trade once", async () => {
    const offer = await createTradeSetup();
    const trade = await proposeTrade(offer);
    const { id } = await openThread(offer.offeror, { item_id: offer.target });
    await takeStep(offer.seller, trade, "decline");
    expect((await readMessages(offer.seller, id)).items).toMatchObject([
      { seq: 1, event: { subject: "trade", id: trade, kind: "proposed" }, text: "Trade offer sent." },
      { seq: 2, event: { kind: "declined" }, text: "Trade declined." },
    ]);
  });

  it("appear only in the thread about the item", async () => {
    const { buyer, seller } = await placeOrder({ evidence: false });
    const { id } = await openThread(buyer, { user_id: seller.id });
    await sendText(buyer, id, "Hello");
    expect(texts(await readMessages(seller, id))).toEqual(["Hello"]);
  });
});

describe("thread with a blocked user", () => {
  it("stops messages and typing in both directions, but both can still read", async () => {
    const { buyer, seller, id } = await createThread();
    await sendText(buyer, id, "Hello");
    expect((await seller.request("POST", "/api/blocks", { user_id: buyer.id })).status).toBeLessThan(300);
    const his = await openChannel(seller);
    for (const who of [buyer, seller]) {
      const no = await refusal(await postMessage(who, id, { text: "Hello again" }), 403);
      expect(no).toMatchObject({ code: "blocked", message: MESSAGES.blocked });
    }
    await buyer.request("POST", `/api/conversations/${id}/typing`);
    // A frame sent afterwards proves that no typing frame came before it.
    await pushToUser(env, seller.id, { type: "counts", ...NO_COUNTS });
    await his.until("counts");
    expect(his.frames.map(({ type }) => type)).toEqual(["hello", "counts"]);
    expect(texts(await readMessages(buyer, id))).toEqual(["Hello"]);
    expect(await readThread(buyer, id)).toMatchObject({ can_send: false, blocked_by_you: false });
    expect(await readThread(seller, id)).toMatchObject({ can_send: false, blocked_by_you: true });
    const another = await insertItem(seller);
    const fresh = await buyer.request("POST", "/api/conversations", { item_id: another });
    expect((await refusal(fresh, 403)).code).toBe("blocked");
  });

  it("refuses a message when the block arrives while it is being sent", async () => {
    const { buyer, seller, id } = await createThread();
    let batches = 0;
    // The first batch checks whether sending is allowed, the second writes.
    const DB = duringBatch(async (carryOut) => {
      if (++batches === 2) await seller.request("POST", "/api/blocks", { user_id: buyer.id });
      return carryOut();
    });
    const services = createServices({ ...env, DB }, () => undefined);
    const value = { client_id: "in-flight-0001", text: "Hello" };
    expect(await sendMessage(services, buyer.id, id, value, "localhost")).toMatchObject({ ok: false, code: "blocked" });
    expect((await readMessages(buyer, id)).items).toEqual([]);
    const notified = await firstRow`SELECT count(*) AS n FROM notifications WHERE user_id = ${seller.id}`;
    expect(notified).toEqual({ n: 0 });
  });
});

describe("suspended or banned user", () => {
  it.each([
    ["suspended", { is_suspended: true, suspension_end_date: Date.now() + 86_400_000 }],
    ["banned", { is_banned: true, ban_reason: "Fraud" }],
  ])("may read messages but not send any: %s", async (code, standing) => {
    const { buyer, seller, id } = await createThread();
    await sendText(seller, id, "Hello");
    const columns = Object.keys(standing).map((name) => `${name} = ?`);
    await env.DB.prepare(`UPDATE profiles SET ${columns.join(", ")} WHERE id = ?`)
      .bind(...Object.values(standing).map((value) => (value === true ? 1 : value)), buyer.id)
      .run();
    expect((await refusal(await postMessage(buyer, id, { text: "Hello" }), 403)).code).toBe(code);
    await refusal(await buyer.request("POST", "/api/conversations", { user_id: seller.id }), 403);
    await refusal(await buyer.request("POST", `/api/conversations/${id}/typing`), 403);
    expect(texts(await readMessages(buyer, id))).toEqual(["Hello"]);
    await markRead(buyer, id, 1);
    expect(await readThread(buyer, id)).toMatchObject({ unread: 0 });
  });
});
