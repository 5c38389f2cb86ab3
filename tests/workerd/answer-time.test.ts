/** A seller's usual time to answer (D56): computed with each answer, shown on the item page and the storefront. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import type { SellerProfile } from "#contract/account/profiles";
import type { ItemDetail } from "#contract/items";
import { ANSWER_TIME } from "#domain/messages/answer-time";
import { removeOldAnswerTimes } from "../../worker/features/messages/jobs.ts";
import { createServices } from "../../worker/services.ts";
import { call, type TestAccount } from "../support/workerd/accounts.ts";
import { createBuyer, createSeller, insertItem, reply } from "../support/workerd/deals.ts";
import { openThread, sendText } from "../support/workerd/messages.ts";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

let seller: TestAccount;
let itemId: string;

beforeEach(async () => {
  seller = await createSeller();
  itemId = await insertItem(seller);
});

/** A new buyer asks this long ago; returns the thread. */
async function asked(ago: number): Promise<string> {
  const buyer = await createBuyer();
  const { id } = await openThread(buyer, { item_id: itemId });
  await sendText(buyer, id, "Is the paint original?");
  await env.DB.prepare("UPDATE messages SET at = at - ? WHERE conversation_id = ?").bind(ago, id).run();
  return id;
}

const answer = async (id: string) => sendText(seller, id, `Yes, it is. ${id}`);

async function shown() {
  const item = await reply<ItemDetail>(await call("GET", `/api/items/${itemId}`), 200);
  const store = await reply<SellerProfile>(await call("GET", `/api/profiles/${seller.id}`), 200);
  expect(store.answer_time).toBe(item.seller_answer_time);
  return item.seller_answer_time;
}

it("is shown from the third answer on, and follows the median", async () => {
  await answer(await asked(HOUR / 2));
  await answer(await asked(HOUR / 2));
  expect(await shown()).toBeNull();
  await answer(await asked(3 * DAY));
  expect(await shown()).toBe("hour");
  await answer(await asked(3 * DAY));
  await answer(await asked(3 * DAY));
  expect(await shown()).toBe("days");
});

it("counts neither conversations without an item nor those about other sellers' items", async () => {
  const other = await createSeller();
  const { id } = await openThread(other, { user_id: seller.id });
  await sendText(other, id, "Hello there, neighbour!");
  await answer(id);
  const theirs = await openThread(seller, { item_id: await insertItem(other) });
  await sendText(other, theirs.id, "Are you still interested in it?");
  await answer(theirs.id);
  await answer(await asked(HOUR / 2));
  await answer(await asked(HOUR / 2));
  expect(await shown()).toBeNull();
});

it("counts the answers of the last 90 days only, and is forgotten 90 days after the last one", async () => {
  await answer(await asked(ANSWER_TIME.window_ms + DAY));
  await answer(await asked(HOUR / 2));
  await answer(await asked(HOUR / 2));
  expect(await shown()).toBeNull();
  await answer(await asked(HOUR / 2));
  expect(await shown()).toBe("hour");
  const services = createServices(env, () => undefined);
  await removeOldAnswerTimes({ ...services, now: () => Date.now() + ANSWER_TIME.window_ms - HOUR });
  expect(await shown()).toBe("hour");
  await removeOldAnswerTimes({ ...services, now: () => Date.now() + ANSWER_TIME.window_ms + HOUR });
  expect(await shown()).toBeNull();
});
