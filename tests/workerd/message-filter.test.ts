/** Limits of messages, the content filter, and staff decisions about held messages (A85). */

import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { SQL } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { MESSAGES } from "#contract/copy";
import { MESSAGE_LIMITS } from "#domain/messages/messages";
import { NO_COUNTS } from "#domain/notifications/bar-counts";
import { batch } from "../../worker/db/client.ts";
import { declineStatement, notifyDecision, releaseStatement } from "../../worker/features/messages/decisions.ts";
import { pushToUser } from "../../worker/http/user-channel.ts";
import { createServices } from "../../worker/services.ts";
import type { TestAccount } from "../support/workerd/accounts.ts";
import { createBuyer, createSeller, refusal, reply } from "../support/workerd/deals.ts";
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
import { notificationsOf } from "../support/workerd/notifications.ts";
import { allRows, runSql } from "../support/workerd/sql.ts";
import { openChannel } from "../support/workerd/user-channel.ts";

const HELD = "Please buy me a 200 dollar Apple gift card and send me the code";
const WARNED = "my number is 0412 345 678";

/** Applies a decision about a held message as the admin route does. */
async function decide(statement: SQL, messageId: string): Promise<void> {
  const ctx = createExecutionContext();
  const services = createServices(env, (work) => ctx.waitUntil(work));
  await batch(services.db, [statement]);
  await notifyDecision(services, messageId);
  await waitOnExecutionContext(ctx);
}

const lines = async (who: TestAccount) => (await notificationsOf(who, "message")).map(({ body }) => body);

describe("message limits", () => {
  it("accept the same text twice an hour, in any spelling, to any recipients and concurrently (A85)", async () => {
    const spammer = await createBuyer();
    const conversations = await Promise.all(
      Array.from({ length: 4 }, async () => (await openThread(spammer, { user_id: (await createSeller()).id })).id),
    );
    const spellings = [
      "Cheap phones, call now!",
      "cheap  PHONES call now",
      "Cheap phones... call now",
      "cheap phones: call NOW",
    ];
    const replies = await Promise.all(
      conversations.map((id, index) => postMessage(spammer, id, { text: String(spellings[index]) })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 429, 429]);
    const refused = replies.find(({ status }) => status === 429) as Response;
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3_000);
    expect((await refusal(refused, 429)).message).toBe(MESSAGES.sameMessage);
    expect((await postMessage(spammer, String(conversations[0]), { text: "Something else" })).status).toBe(201);
  });

  it("do not count short texts between users who answer each other", async () => {
    const { buyer, seller, id } = await createThread();
    await sendText(seller, id, "Hello");
    for (let index = 0; index < 4; index++) await sendText(buyer, id, "Yes, thanks!");
    // They count towards a user who has not answered.
    const { id: cold } = await openThread(buyer, { user_id: (await createSeller()).id });
    await sendText(buyer, cold, "Hi there");
    await sendText(buyer, cold, "Hi there");
    await refusal(await postMessage(buyer, cold, { text: "hi there" }), 429);
  });

  it("accept thirty messages an hour to users who never answered, and more to those who did (A85)", async () => {
    const { buyer, seller, id } = await createThread();
    const first = { client_id: "cold-0000-0001", text: "The first line" };
    expect((await postMessage(buyer, id, first)).status).toBe(201);
    for (let index = 1; index < MESSAGE_LIMITS.cold; index++)
      await sendText(buyer, id, `A different line, number ${index}`);
    const refused = await refusal(await postMessage(buyer, id, { text: "One more" }), 429);
    expect(refused.message).toBe(MESSAGES.tooManyMessages);
    // The retry of a sent message does not count.
    expect((await postMessage(buyer, id, first)).status).toBe(200);
    await sendText(seller, id, "Stop, I am here");
    await sendText(buyer, id, "Sorry!");
    // Moves the messages out of the window of an hour.
    await runSql`UPDATE messages SET at = at - ${MESSAGE_LIMITS.window_ms} WHERE sender_id = ${buyer.id}`;
    const { id: other } = await openThread(buyer, { user_id: (await createSeller()).id });
    await sendText(buyer, other, "Good evening");
  });

  it("accept sixty requests a minute from each user", async () => {
    const { buyer, id } = await createThread();
    await env.DB.prepare("INSERT INTO throttles (key, count, since) VALUES (?, 60, ?)")
      .bind(`acct:${buyer.id}:messages`, Date.now())
      .run();
    await refusal(await postMessage(buyer, id, { text: "Hello" }), 429);
  });
});

describe("content filter", () => {
  it("delivers a doubtful message with a caution for the recipient only", async () => {
    const { buyer, seller, id } = await createThread();
    const his = await openChannel(seller);
    const sent = await sendText(buyer, id, WARNED);
    expect(sent).toMatchObject({ held: null, cautions: [] });
    const [received] = (await readMessages(seller, id)).items;
    expect(received?.cautions.length).toBeGreaterThan(0);
    expect(received?.cautions.join(" ")).toContain("Goodstreet");
    expect((await his.until("message")).message.cautions).toEqual(received?.cautions);
    expect((await readMessages(buyer, id)).items).toMatchObject([{ cautions: [] }]);
  });

  it("holds back a dangerous message completely and reports it to staff once", async () => {
    const { buyer, seller, id } = await createThread();
    await sendText(buyer, id, "Hello");
    await markRead(seller, id, 1);
    const [hers, his] = [await openChannel(buyer), await openChannel(seller)];
    const body = { client_id: "held-0000-0001", text: HELD };
    const held = await reply<{ id: string; seq: number }>(await postMessage(buyer, id, body), 201);
    expect(held).toMatchObject({ held: "waiting", seq: 2 });
    expect(await reply(await postMessage(buyer, id, body), 200)).toMatchObject({ id: held.id, held: "waiting" });
    expect((await hers.until("message")).message).toMatchObject({ held: "waiting" });

    expect(texts(await readMessages(seller, id))).toEqual(["Hello"]);
    expect(await readThread(seller, id)).toMatchObject({ unread: 0, last_seq: 1, last_message: { text: "Hello" } });
    expect(await readThread(buyer, id)).toMatchObject({ last_seq: 2, last_message: { held: "waiting" } });
    expect(await lines(seller)).toEqual(["Hello"]);
    await pushToUser(env, seller.id, { type: "counts", ...NO_COUNTS });
    await his.until("counts");
    expect(his.frames.map(({ type }) => type)).toEqual(["hello", "counts"]);
    const reports = await allRows`SELECT kind, status, about_id, conversation_id, excerpt, shield_reasons
      FROM reports WHERE subject_id = ${held.id}`;
    expect(reports.results).toEqual([
      {
        kind: "held_message",
        status: "open",
        about_id: buyer.id,
        conversation_id: id,
        excerpt: HELD,
        shield_reasons: JSON.stringify(["gift_card"]),
      },
    ]);
  });

  it("gives a released message a new sequence number, so that the recipient cannot miss it", async () => {
    const { buyer, seller, id } = await createThread();
    const held = await sendText(buyer, id, HELD);
    await sendText(buyer, id, "Are you there?");
    const before = await readMessages(seller, id);
    expect([texts(before), before.last_seq]).toEqual([["Are you there?"], 2]);
    await markRead(seller, id, 2);
    const [hers, his] = [await openChannel(buyer), await openChannel(seller)];
    await decide(releaseStatement(held.id, Date.now()), held.id);
    await decide(releaseStatement(held.id, Date.now()), held.id);
    const after = await readMessages(seller, id, `?after=${before.last_seq}`);
    expect(after.items).toMatchObject([{ id: held.id, seq: 3, text: HELD, from: "them" }]);
    expect(await readThread(seller, id)).toMatchObject({ unread: 1, last_seq: 3 });
    expect((await his.until("message")).message).toMatchObject({ id: held.id, seq: 3 });
    expect((await hers.until("message")).message).toMatchObject({ id: held.id, held: null });
    expect(await lines(seller)).toEqual(["Are you there?", HELD]);
  });

  it("shows a declined message only to its author, also when it was already delivered", async () => {
    const { buyer, seller, id } = await createThread();
    const held = await sendText(buyer, id, HELD);
    const his = await openChannel(seller);
    await decide(declineStatement(held.id), held.id);
    const sent = await sendText(buyer, id, "You idiot");
    expect(await readThread(seller, id)).toMatchObject({ unread: 1, last_seq: 2 });
    await decide(declineStatement(sent.id), sent.id);
    expect(await his.until("removed")).toEqual({
      type: "removed",
      conversation_id: id,
      message_id: sent.id,
      unread_messages: 0,
    });
    // The recipient gets no frame about the held message, which was never delivered.
    expect(JSON.stringify(his.frames)).not.toContain(held.id);
    expect(texts(await readMessages(seller, id))).toEqual([]);
    expect(await readThread(seller, id)).toMatchObject({ unread: 0, last_seq: 0, last_message: null });
    expect((await readMessages(buyer, id)).items).toMatchObject([{ held: "declined" }, { held: "declined" }]);
    // A declined message cannot be released.
    await decide(releaseStatement(held.id, Date.now()), held.id);
    expect(texts(await readMessages(seller, id))).toEqual([]);
  });
});

it("the database refuses to delete messages", async () => {
  const { buyer, id } = await createThread();
  const { id: messageId } = await sendText(buyer, id, "Hello");
  await expect(runSql`DELETE FROM messages WHERE id = ${messageId}`).rejects.toThrow("kept");
});
