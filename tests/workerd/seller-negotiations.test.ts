/** The seller's view of negotiations, and questions that Knowzee passes on to them (D64; A134). */
import { expect, it } from "vitest";
import type { NegotiationReply, NegotiationView } from "#contract/negotiation";
import type { SellerNegotiation, SellerNegotiationPage } from "#contract/negotiation-seller";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { eventually } from "../support/workerd/clock.ts";
import { refusal, reply } from "../support/workerd/deals.ts";
import { createItem } from "../support/workerd/listings.ts";
import { openLive, row } from "../support/workerd/rooms.ts";

const TERMS = { price: 100, negotiation_enabled: true, minimum_price: 63, title: "Walnut sideboard" };

async function createTalk() {
  const [seller, buyer] = await Promise.all([createAccount(), createAccount({ full_name: "Bella Buyer" })]);
  const { id: itemId } = await createItem(seller, TERMS);
  return { seller, buyer, itemId };
}

const say = async (buyer: TestAccount, itemId: string, userMessage: string) =>
  reply<NegotiationReply>(await buyer.request("POST", "/functions/v1/agent-negotiate", { itemId, userMessage }), 200);
const look = async (buyer: TestAccount, itemId: string) =>
  reply<NegotiationView>(await buyer.request("GET", `/api/items/${itemId}/negotiation`), 200);
const read = async (seller: TestAccount, id: string) =>
  reply<SellerNegotiation>(await seller.request("GET", `/api/negotiations/${id}`), 200);
const list = async (seller: TestAccount, query = "") =>
  reply<SellerNegotiationPage>(await seller.request("GET", `/api/negotiations${query}`), 200);

/** Asks something that the listing does not say; returns the negotiation and the reply that left it open. */
async function askUnknown(buyer: TestAccount, itemId: string, text = "Does the veneer peel anywhere?") {
  const { conversationId: id } = await say(buyer, itemId, text);
  const open = (await look(buyer, itemId)).messages.findLast(({ ask_seller }) => ask_seller !== null);
  expect(open?.ask_seller?.text).toBe(text);
  return { id, message_id: open?.id ?? "" };
}

it("a seller reads every negotiation held in their name, with its outcome, and nobody else does (A134)", async () => {
  const { seller, buyer, itemId } = await createTalk();
  const [other, stranger] = await Promise.all([createAccount(), createAccount()]);
  const { conversationId: id } = await say(buyer, itemId, "would you take $70?");
  await say(other, itemId, "hello");
  const { items } = await list(seller);
  expect(items).toHaveLength(2);
  expect(items.find((entry) => entry.id === id)).toMatchObject({
    item: { id: itemId, title: "Walnut sideboard", price: 100 },
    buyer: { id: buyer.id, display_name: "Bella B." },
    outcome: "talking",
    messages: 2,
    unanswered: 0,
  });
  const whole = await read(seller, id);
  expect(whole.log.map(({ from }) => from)).toEqual(["buyer", "knowzee"]);
  expect(whole.log[0]?.text).toBe("would you take $70?");
  // Only what messages show of a buyer, and nothing of the seller's own secrets.
  expect(JSON.stringify([items, whole])).not.toMatch(/Buyer|@|minimum|reserve/);

  for (const who of [buyer, other, stranger]) {
    expect((await refusal(await who.request("GET", `/api/negotiations/${id}`), 404)).code).toBe("not_found");
    expect((await list(who)).items).toEqual([]);
  }
  const accepted = await buyer.request("POST", `/api/negotiations/${id}/accept`, { amount: whole.amount });
  expect(accepted.status).toBe(200);
  expect(await read(seller, id)).toMatchObject({ outcome: "agreed", amount: whole.amount });
  expect((await list(seller, `?item=${itemId}&limit=1`)).items).toHaveLength(1);
  expect((await list(seller, "?limit=1")).next_cursor).not.toBeNull();
});

it("a question that Knowzee can't answer reaches the seller, whose answer comes back live", async () => {
  const { seller, buyer, itemId } = await createTalk();
  const { id, message_id } = await askUnknown(buyer, itemId);
  // Nobody has asked the seller yet.
  expect((await list(seller)).questions).toEqual([]);
  const live = await openLive(itemId, buyer);
  await live.until(() => true);

  const asked = await reply<NegotiationView>(
    await buyer.request("POST", `/api/negotiations/${id}/questions`, { message_id }),
    200,
  );
  expect(asked.messages.at(-1)).toMatchObject({ from: "system", act: "asked" });
  expect(asked.messages.find((message) => message.id === message_id)?.question).toBe("asked");
  // Asked twice, the seller is notified once.
  await buyer.request("POST", `/api/negotiations/${id}/questions`, { message_id });
  const notices = (user: TestAccount) =>
    row("SELECT count(*) AS n FROM notifications WHERE user_id = ? AND dedupe_key LIKE 'question:%'", user.id);
  expect(await notices(seller)).toEqual({ n: 1 });
  expect((await list(seller)).questions).toMatchObject([
    { negotiation_id: id, message_id, text: "Does the veneer peel anywhere?", amount: null },
  ]);

  const answer = { message_id, text: "No, it's all intact.", shared: true };
  const path = `/api/negotiations/${id}/answers`;
  const answered = await reply<SellerNegotiation>(await seller.request("POST", path, answer), 200);
  expect(answered.unanswered).toBe(0);
  expect(answered.log.find((message) => message.id === message_id)).toMatchObject({
    open: null,
    answer: { text: "No, it's all intact.", shared: true },
  });
  await eventually(() => expect(live.texts.at(-1)).toContain("No, it's all intact."));
  expect((await look(buyer, itemId)).messages.at(-1)).toMatchObject({ from: "seller", act: "seller_answer" });
  expect(await notices(buyer)).toEqual({ n: 1 });
  // The same answer again changes nothing; another one is refused.
  expect((await seller.request("POST", path, answer)).status).toBe(200);
  const second = await seller.request("POST", path, { ...answer, text: "Yes." });
  expect((await refusal(second, 409)).code).toBe("wrong_state");
  live.socket.close();
});

it("Knowzee gives the seller's answer to the next buyer who asks the same, until the seller stops it", async () => {
  const { seller, buyer, itemId } = await createTalk();
  const { id, message_id } = await askUnknown(buyer, itemId);
  const path = `/api/negotiations/${id}/answers`;
  // The seller may answer what the buyer did not send.
  const answer = { message_id, text: "No, it's all intact.", shared: true };
  expect((await seller.request("POST", path, answer)).status).toBe(200);
  const [second, third] = await Promise.all([createAccount(), createAccount()]);
  const told = await say(second, itemId, "does any of the veneer peel?");
  expect(told.response).toContain("No, it's all intact.");
  expect(told.response).toContain("Does the veneer peel anywhere?");
  const elsewhere = await say(second, itemId, "Which glue was used for the shelf?");
  expect(elsewhere.response).not.toContain("intact");

  expect((await seller.request("PUT", path, { message_id, shared: false })).status).toBe(200);
  expect((await say(third, itemId, "does any of the veneer peel?")).response).not.toContain("intact");
});

it("what a seller answers about money stays with the buyer who asked (A134)", async () => {
  const { seller, buyer, itemId } = await createTalk();
  const { id, message_id } = await askUnknown(buyer, itemId);
  const path = `/api/negotiations/${id}/answers`;
  const answer = { message_id, text: "I'd take $65 for it.", shared: true };
  const answered = await reply<SellerNegotiation>(await seller.request("POST", path, answer), 200);
  expect(answered.log.find((message) => message.id === message_id)?.answer).toMatchObject({
    shared: false,
    may_be_shared: false,
  });
  const second = await createAccount();
  expect((await say(second, itemId, "does the veneer peel anywhere?")).response).not.toContain("65");
});

it("only the two of a negotiation write questions and answers (A134)", async () => {
  const { seller, buyer, itemId } = await createTalk();
  const other = await createAccount();
  const { id, message_id } = await askUnknown(buyer, itemId);
  const answers = `/api/negotiations/${id}/answers`;
  const answer = { message_id, text: "Yes.", shared: true };
  for (const who of [buyer, other]) {
    expect((await who.request("POST", answers, answer)).status).toBe(404);
    expect((await who.request("PUT", answers, { message_id, shared: true })).status).toBe(404);
  }
  for (const who of [seller, other]) {
    expect((await who.request("POST", `/api/negotiations/${id}/questions`, { message_id })).status).toBe(404);
  }
  // A reply that left nothing open cannot be sent on.
  const greeting = await buyer.request("POST", `/api/negotiations/${id}/questions`, { message_id: "1" });
  expect(greeting.status).toBe(404);
  await seller.request("POST", "/api/blocks", { user_id: buyer.id });
  const blocked = await buyer.request("POST", `/api/negotiations/${id}/questions`, { message_id });
  expect((await refusal(blocked, 403)).code).toBe("blocked");
});

it("a buyer has at most three questions waiting for one seller (A134)", async () => {
  const { buyer, itemId } = await createTalk();
  const texts = [
    "Does the veneer peel?",
    "Which glue holds the joints?",
    "Has a cat slept there?",
    "Who built the hinges?",
  ];
  const statuses: number[] = [];
  for (const text of texts) {
    const { id, message_id } = await askUnknown(buyer, itemId, text);
    statuses.push((await buyer.request("POST", `/api/negotiations/${id}/questions`, { message_id })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 409]);
});

it("a blocked buyer cannot go on with Knowzee, and their questions leave the seller's list (A134)", async () => {
  const { seller, buyer, itemId } = await createTalk();
  const { id, message_id } = await askUnknown(buyer, itemId);
  await reply(await buyer.request("POST", `/api/negotiations/${id}/questions`, { message_id }), 200);
  const { counterOfferAmount: amount } = await say(buyer, itemId, "would you take $70?");
  expect((await list(seller)).questions).toHaveLength(1);
  await reply(await seller.request("POST", "/api/blocks", { user_id: buyer.id }), 201);
  for (const refused of [
    await buyer.request("POST", "/functions/v1/agent-negotiate", { itemId, userMessage: "Please?" }),
    await buyer.request("POST", `/api/negotiations/${id}/accept`, { amount }),
  ]) {
    expect((await refusal(refused, 403)).code).toBe("blocked");
  }
  expect((await list(seller)).questions).toEqual([]);
  // Nor can they begin one about another item.
  const { id: second } = await createItem(seller, TERMS);
  const first = await buyer.request("POST", "/functions/v1/agent-negotiate", { itemId: second, userMessage: "Hi" });
  expect((await refusal(first, 403)).code).toBe("blocked");
});

it("a seller may stop sharing a blocked buyer's answer, but not share it again", async () => {
  const { seller, buyer, itemId } = await createTalk();
  const { id, message_id } = await askUnknown(buyer, itemId);
  const path = `/api/negotiations/${id}/answers`;
  await reply(await seller.request("POST", path, { message_id, text: "No, it's all intact.", shared: true }), 200);
  await reply(await seller.request("POST", "/api/blocks", { user_id: buyer.id }), 201);
  await reply(await seller.request("PUT", path, { message_id, shared: false }), 200);
  expect((await refusal(await seller.request("PUT", path, { message_id, shared: true }), 403)).code).toBe("blocked");
});

it("a refused bid reaches the seller only when the buyer sends it, and their yes is an offer to accept", async () => {
  const { seller, buyer, itemId } = await createTalk();
  const { id, message_id } = await askUnknown(buyer, itemId, "Would you do $40?");
  expect(await list(seller)).toMatchObject({ questions: [], items: [{ unanswered: 0 }] });
  expect((await read(seller, id)).log.map(({ open }) => open)).toEqual([null, null]);
  await reply(await buyer.request("POST", `/api/negotiations/${id}/questions`, { message_id }), 200);
  expect((await list(seller)).questions).toMatchObject([{ message_id, amount: 40 }]);

  const yes = { message_id, text: "Yes, $40.", shared: false, agreed: true };
  await reply(await seller.request("POST", `/api/negotiations/${id}/answers`, yes), 200);
  expect((await list(seller)).questions).toEqual([]);
  expect(await look(buyer, itemId)).toMatchObject({ standing_amount: 40 });
  // Knowzee's next price, which is higher, does not take it back.
  await say(buyer, itemId, "How about $35?");
  expect(await look(buyer, itemId)).toMatchObject({ standing_amount: 40 });
  expect((await buyer.request("POST", `/api/negotiations/${id}/accept`, { amount: 40 })).status).toBe(200);
  expect(await look(buyer, itemId)).toMatchObject({ accepted: { amount: 40 } });
});
