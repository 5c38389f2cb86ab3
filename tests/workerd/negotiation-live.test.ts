/** Negotiation with Knowzee over the item's socket: order, repeats, cut sockets, foreign watchers, ended sessions (A132). */
import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type {
  NegotiationAcceptedFrame,
  NegotiationClientFrameInput,
  NegotiationRefusedFrame,
  NegotiationReplyFrame,
  NegotiationServerFrame,
  NegotiationSocketMessage,
} from "#contract/negotiation-live";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { eventually } from "../support/workerd/clock.ts";
import {
  acknowledge,
  createBuyer,
  createSeller,
  type OrderedItem,
  payload,
  paymentDetails,
  reply as replyOf,
  transact,
} from "../support/workerd/deals.ts";
import { createItem } from "../support/workerd/listings.ts";
import { type LiveClient, openLive, roomOf, row } from "../support/workerd/rooms.ts";

const TERMS = { price: 100, negotiation_enabled: true, minimum_price: 63 };

async function createTalk() {
  const [seller, buyer] = await Promise.all([createAccount(), createAccount()]);
  const { id: itemId } = await createItem(seller, TERMS);
  return { seller, buyer, itemId };
}

async function open(itemId: string, who: TestAccount | null) {
  const live = await openLive(itemId, who);
  await live.until(() => true);
  return live;
}

const send = (live: LiveClient, frame: NegotiationClientFrameInput | Record<string, unknown>) =>
  live.socket.send(JSON.stringify(frame));

function framesOf(live: LiveClient): NegotiationServerFrame[] {
  return live.texts
    .filter((text) => text.startsWith('{"type":"negotiation'))
    .map((text) => JSON.parse(text) as NegotiationServerFrame);
}

async function answerTo<Frame = NegotiationReplyFrame>(live: LiveClient, id: string): Promise<Frame> {
  return eventually(() => {
    const found = framesOf(live).find((frame) => "id" in frame && frame.id === id);
    if (!found) throw new Error(`no answer to ${id} in ${live.texts.join("\n")}`);
    return found as Frame;
  });
}

const messagesIn = (itemId: string, buyer: TestAccount) =>
  row<{ n: number }>(
    "SELECT count(*) AS n FROM negotiation_messages m JOIN negotiations n ON n.id = m.negotiation_id WHERE n.item_id = ? AND n.buyer_id = ? AND m.sender = 'buyer'",
    itemId,
    buyer.id,
  );

it("a buyer negotiates and accepts over the socket, which holds the item at that price", async () => {
  const { buyer, itemId } = await createTalk();
  const live = await open(itemId, buyer);
  send(live, { type: "negotiate", id: "message-0001", text: "I'd offer $70.", amount: 70 });
  const { conversation, since } = await answerTo(live, "message-0001");
  expect(conversation.messages.map(({ from }) => from)).toEqual(["buyer", "knowzee"]);
  expect(since).toBe(1);
  const amount = conversation.standing_amount ?? 0;
  expect(amount).toBeGreaterThanOrEqual(63);

  send(live, { type: "negotiation_accept", id: "accept-0001", conversation_id: conversation.id, amount });
  const { reply } = await answerTo<NegotiationAcceptedFrame>(live, "accept-0001");
  expect(reply).toMatchObject({ reserved: true, item_id: itemId, price: amount });
  expect(await live.until((frame) => frame.status === "reserved")).toMatchObject({ reserved_by_you: true });
  live.socket.close();
});

it("the room answers a buyer's messages in their order, and a repeated message as it did before", async () => {
  const { buyer, itemId } = await createTalk();
  const live = await open(itemId, buyer);
  for (const [index, text] of ["hello", "would you take $60?", "$65 then"].entries()) {
    send(live, { type: "negotiate", id: `message-000${index}`, text });
  }
  const first = await answerTo(live, "message-0000");
  const last = await answerTo(live, "message-0002");
  const order = framesOf(live).flatMap((frame) => (frame.type === "negotiation_reply" ? [frame.id] : []));
  expect(order).toEqual(["message-0000", "message-0001", "message-0002"]);
  expect(last.conversation.messages.map(({ text }) => text)[0]).toBe("$65 then");

  const again = await open(itemId, buyer);
  send(again, { type: "negotiate", id: "message-0000", text: "hello" });
  const repeat = await answerTo(again, "message-0000");
  expect(repeat.conversation.messages[1]).toEqual(first.conversation.messages[1]);
  // The same key over HTTP is the same message.
  const posted = await buyer.request(
    "POST",
    "/functions/v1/agent-negotiate",
    { itemId, userMessage: "$65 then" },
    { "Idempotency-Key": "message-0002" },
  );
  expect(await posted.json()).toMatchObject({ response: last.conversation.messages[1]?.text });
  expect(await messagesIn(itemId, buyer)).toEqual({ n: 3 });
  live.socket.close();
  again.socket.close();
});

it("a buyer whose socket was cut before the answer gets it on the next one, without saying it twice (A132)", async () => {
  const { buyer, itemId } = await createTalk();
  const cut = await open(itemId, buyer);
  send(cut, { type: "negotiate", id: "message-0001", text: "would you take $70?" });
  await answerTo(cut, "message-0001");
  send(cut, { type: "negotiate", id: "message-0002", text: "$75?" });
  cut.socket.close();
  const next = await open(itemId, buyer);
  send(next, { type: "negotiate", id: "message-0002", text: "$75?" });
  const { conversation } = await answerTo(next, "message-0002");
  expect(conversation.messages[0]?.text).toBe("$75?");
  send(next, { type: "negotiation_resume", since: 2 });
  const resumed = await eventually(() => {
    const found = framesOf(next).find((frame) => frame.type === "negotiation" && frame.since === 2);
    if (!found) throw new Error("not resumed");
    return found as NegotiationSocketMessage;
  });
  // From the last message the client had.
  expect(resumed.conversation?.messages.map(({ id }) => id)).toEqual(["2", "3", "4"]);
  expect(await messagesIn(itemId, buyer)).toEqual({ n: 2 });
  next.socket.close();
});

it("the room continues a negotiation after it hibernated, on the same socket", async () => {
  const { buyer, itemId } = await createTalk();
  const live = await open(itemId, buyer);
  send(live, { type: "negotiate", id: "message-0001", text: "would you take $70?" });
  await answerTo(live, "message-0001");
  await evictDurableObject(roomOf(itemId));
  send(live, { type: "negotiate", id: "message-0002", text: "$75?" });
  const { conversation } = await answerTo(live, "message-0002");
  expect(conversation.messages.map(({ id }) => id)).toEqual(["3", "4"]);
  live.socket.close();
});

it("no other watcher receives a buyer's frames, signed in or not, nor the seller (A132)", async () => {
  const { seller, buyer, itemId } = await createTalk();
  const other = await createAccount();
  const [mine, ...others] = await Promise.all([
    open(itemId, buyer),
    open(itemId, other),
    open(itemId, seller),
    open(itemId, null),
  ]);
  send(mine, { type: "negotiate", id: "message-0001", text: "would you take a secret $71?" });
  const { conversation } = await answerTo(mine, "message-0001");
  // A visitor's frame is ignored; another buyer's resumption shows their own negotiation, which is none.
  for (const live of others) {
    send(live, { type: "negotiation_resume", since: 0 });
    send(live, {
      type: "negotiation_accept",
      id: "accept-0001",
      conversation_id: conversation.id,
      amount: conversation.standing_amount ?? 70,
    });
  }
  expect(await answerTo<NegotiationRefusedFrame>(others[0] as LiveClient, "accept-0001")).toMatchObject({
    error: { code: "not_found" },
  });
  for (const live of others) {
    expect(live.texts.join()).not.toContain("secret");
    expect(live.texts.join()).not.toContain(conversation.id);
  }
  expect((others[2] as LiveClient).texts.every((text) => text.startsWith('{"type":"snapshot"'))).toBe(true);
  for (const live of [mine, ...others]) live.socket.close();
});

it("a session that has ended neither sends nor receives: the room checks it with every frame (A132)", async () => {
  const { buyer, itemId } = await createTalk();
  const [stolen, live] = await Promise.all([open(itemId, buyer), open(itemId, buyer)]);
  send(live, { type: "negotiate", id: "message-0001", text: "would you take $70?" });
  await answerTo(live, "message-0001");
  await env.DB.prepare("DELETE FROM sessions WHERE account_id = ?").bind(buyer.id).run();
  const before = stolen.texts.length;
  send(live, { type: "negotiate", id: "message-0002", text: "$75?" });
  expect(await answerTo<NegotiationRefusedFrame>(live, "message-0002")).toMatchObject({
    error: { code: "not_authenticated" },
  });
  expect((await live.closed).code).toBe(4401);
  expect(stolen.texts.slice(before).filter((text) => text.startsWith('{"type":"negotiation'))).toEqual([]);
  expect(await messagesIn(itemId, buyer)).toEqual({ n: 1 });
  stolen.socket.close();
});

it("a suspended or banned user gets the refusal that HTTP gives (A132)", async () => {
  const { buyer, itemId } = await createTalk();
  const live = await open(itemId, buyer);
  await env.DB.prepare("UPDATE profiles SET is_banned = 1 WHERE id = ?").bind(buyer.id).run();
  send(live, { type: "negotiate", id: "message-0001", text: "would you take $70?" });
  expect(await answerTo<NegotiationRefusedFrame>(live, "message-0001")).toMatchObject({ error: { code: "banned" } });
  live.socket.close();
});

it("the room refuses frames it cannot read, contact details and the seller's own haggling (A132)", async () => {
  const { seller, buyer, itemId } = await createTalk();
  const [live, own] = await Promise.all([open(itemId, buyer), open(itemId, seller)]);
  for (const frame of [
    { type: "negotiate", id: "message-0001" },
    { type: "negotiate", id: "message-0002", text: "hi", amount: -5 },
    { type: "negotiate", id: "message-0003", text: "hi", buyerId: seller.id },
    { type: "negotiate", id: "message-0004", text: "call me on 0412 345 678" },
    { type: "something", id: "message-0005" },
  ]) {
    send(live, frame);
    expect(await answerTo<NegotiationRefusedFrame>(live, frame.id), frame.id).toMatchObject({
      type: "negotiation_refused",
      error: { code: "invalid" },
    });
  }
  live.socket.send("{not json");
  live.socket.send(new Uint8Array([1, 2, 3]));
  send(own, { type: "negotiate", id: "message-0006", text: "$50?" });
  expect(await answerTo<NegotiationRefusedFrame>(own, "message-0006")).toMatchObject({ error: { code: "own_item" } });
  expect(await messagesIn(itemId, buyer)).toEqual({ n: 0 });
  expect(live.socket.readyState).toBe(1);
  live.socket.close();
  own.socket.close();
});

it("an amount from the amount field is the offer, whatever the text says", async () => {
  const { buyer, itemId } = await createTalk();
  const live = await open(itemId, buyer);
  send(live, {
    type: "negotiate",
    id: "message-0001",
    text: "That's 12 dollars more than the 40 I had in mind",
    amount: 99,
  });
  const { conversation } = await answerTo(live, "message-0001");
  expect(conversation.standing_amount).toBe(99);
  live.socket.close();
});

it("an accepted price that an order has used is gone from every reply, frame and answer (A69)", async () => {
  const [seller, buyer] = [await createSeller(), await createBuyer()];
  const { id: itemId } = await createItem(seller, TERMS);
  const live = await open(itemId, buyer);
  send(live, { type: "negotiate", id: "message-0001", text: "Does the veneer peel anywhere?" });
  const { conversation } = await answerTo(live, "message-0001");
  const message_id = conversation.messages.findLast(({ ask_seller }) => ask_seller !== null)?.id;
  send(live, { type: "negotiate", id: "message-0002", text: "I'd offer $70.", amount: 70 });
  const amount = (await answerTo(live, "message-0002")).conversation.standing_amount ?? 0;
  send(live, { type: "negotiation_accept", id: "accept-0001", conversation_id: conversation.id, amount });
  await answerTo<NegotiationAcceptedFrame>(live, "accept-0001");
  const view = await acknowledge(buyer, itemId);
  const details = await replyOf<OrderedItem["details"]>(await paymentDetails(buyer, itemId), 200);
  // Without the reference of a transfer, so that the buyer may still cancel.
  const { referenceNumber: _, ...body } = payload({ seller, buyer, itemId, view, details });
  const ordered = await transact(buyer, body);
  const { order_id } = await replyOf<{ order_id: string }>(ordered, 201);
  await replyOf(await buyer.request("POST", `/api/orders/${order_id}/cancel`), 200);

  const asked = await buyer.request("POST", `/api/negotiations/${conversation.id}/questions`, { message_id });
  expect(await replyOf<{ accepted: unknown }>(asked, 200)).toMatchObject({ accepted: null });
  const answer = { message_id, text: "No, it's all intact.", shared: false };
  await replyOf(await seller.request("POST", `/api/negotiations/${conversation.id}/answers`, answer), 200);
  await eventually(() => expect(live.texts.at(-1)).toContain("all intact"));
  send(live, { type: "negotiate", id: "message-0003", text: "Thanks!" });
  const last = await answerTo(live, "message-0003");
  expect(last.conversation.accepted).toBeNull();
  const since = framesOf(live).flatMap((frame) =>
    "conversation" in frame && (frame.conversation?.rev ?? 0) > conversation.rev + 2 ? [frame.conversation] : [],
  );
  expect(since.length).toBeGreaterThanOrEqual(3);
  expect(since.map((view) => view?.accepted)).toEqual(since.map(() => null));
  live.socket.close();
});
