/** Following sellers, and the notification about what they listed. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, it, vi } from "vitest";
import type { FollowingReply } from "#contract/stores";
import { tellFollowers } from "../../worker/features/stores/following/jobs.ts";
import { createServices } from "../../worker/services.ts";
import type { TestAccount } from "../support/workerd/accounts.ts";
import { advance } from "../support/workerd/clock.ts";
import { createBuyer, createSeller, DAY, insertItem, refusal, reply } from "../support/workerd/deals.ts";
import { notificationsOf } from "../support/workerd/notifications.ts";

const HOUR = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 24, 1) });
});

const job = () => tellFollowers(createServices(env, () => undefined));
const path = (seller: TestAccount) => `/api/following/${seller.id}`;
const follow = async (who: TestAccount, seller: TestAccount) =>
  reply<FollowingReply>(await who.request("PUT", path(seller)), 200);
const noticesOf = (who: TestAccount) => notificationsOf(who, "follow");

it("lists followed sellers, once each, and stops on request", async () => {
  const [seller, buyer] = [await createSeller(), await createBuyer()];
  await follow(buyer, seller);
  expect((await follow(buyer, seller)).items).toMatchObject([{ id: seller.id, display_name: "Sam S." }]);
  const after = await reply<FollowingReply>(await buyer.request("DELETE", path(seller)), 200);
  expect(after.items).toEqual([]);
});

it("refuses oneself, an unknown user, and more than 200 sellers", async () => {
  const buyer = await createBuyer();
  expect(await refusal(await buyer.request("PUT", path(buyer)), 422)).toMatchObject({ code: "invalid" });
  expect((await buyer.request("PUT", "/api/following/acc_00000000000000000000")).status).toBe(404);
  const others = Array.from({ length: 200 }, (_, n) => `acc_${String(n).padStart(20, "x")}`);
  await env.DB.batch(
    others.flatMap((id) => [
      env.DB.prepare("INSERT INTO accounts (id, email, created_at) VALUES (?1, ?1, 0)").bind(id),
      env.DB.prepare("INSERT INTO profiles (id, email, created_at, updated_at) VALUES (?1, ?1, 0, 0)").bind(id),
      env.DB.prepare("INSERT INTO seller_follows VALUES (?, ?, 0)").bind(buyer.id, id),
    ]),
  );
  expect(await refusal(await buyer.request("PUT", path(await createSeller())), 409)).toMatchObject({
    code: "conflict",
  });
});

it("tells followers once a day about everything a seller listed, three hours after the first listing", async () => {
  const [seller, buyer, stranger] = [await createSeller(), await createBuyer(), await createBuyer()];
  await follow(buyer, seller);
  await insertItem(seller, { title: "Cargo bike" });
  advance(HOUR);
  await insertItem(seller, { title: "Bike pump" });
  await job();
  expect(await noticesOf(buyer)).toEqual([]);
  advance(2 * HOUR);
  await job();
  await job();
  expect(await noticesOf(buyer)).toMatchObject([{ title: "Sam S. listed 2 new items", link: `/Store/${seller.id}` }]);
  expect(await noticesOf(stranger)).toEqual([]);

  await insertItem(seller, { title: "Third thing" });
  advance(3 * HOUR);
  await job();
  expect(await noticesOf(buyer)).toHaveLength(1);
  advance(DAY);
  await insertItem(seller, { title: "Helmet" });
  advance(3 * HOUR);
  await job();
  expect((await noticesOf(buyer)).map(({ title }) => title)).toContain("Sam S. listed “Helmet”");
});

it("says nothing about listings that are no longer for sale", async () => {
  const [seller, buyer] = [await createSeller(), await createBuyer()];
  await follow(buyer, seller);
  const item = await insertItem(seller);
  await env.DB.prepare("UPDATE items SET status = 'sold', sold_at = 1 WHERE id = ?").bind(item).run();
  advance(3 * HOUR);
  await job();
  expect(await noticesOf(buyer)).toEqual([]);
});

it("tells every follower", async () => {
  const seller = await createSeller();
  const followers = await Promise.all(Array.from({ length: 3 }, () => createBuyer()));
  for (const one of followers) await follow(one, seller);
  await insertItem(seller);
  advance(3 * HOUR);
  await job();
  for (const one of followers) expect(await noticesOf(one)).toHaveLength(1);
});
