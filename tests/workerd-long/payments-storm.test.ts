/**
 * Sends 1,200 webhooks, half of them forged, the others repeated, shuffled and under new event ids. Afterwards the
 * ledger agrees with the provider's records to the cent (A54, D18, D19).
 */
import { exports } from "cloudflare:workers";
import type Stripe from "stripe";
import { beforeAll, describe, expect, it } from "vitest";
import type { ErrorBody } from "#contract/errors";
import type { PaymentIntentReply } from "#contract/payments";
import { EMULATOR_WEBHOOK_SECRET } from "#domain/payments/stripe-emulator";
import { signatureHeader } from "../../scripts/stripe-emulator/webhooks.ts";
import { verifiedEvent } from "../../worker/adapters/card-stripe.ts";
import type { AppEnv } from "../../worker/env.ts";
import type { TestAccount } from "../support/workerd/accounts.ts";
import { pollUntil, whenSettled } from "../support/workerd/clock.ts";
import { createSeller, itemRow } from "../support/workerd/deals.ts";
import {
  allEvents,
  type CardOrder,
  cardOrder,
  emulator,
  enterCard,
  intentFor,
  lateIntent,
  ledgerSums,
  orderRow,
  provider,
  providerBalance,
  refundRows,
  topupIntent,
} from "../support/workerd/payments.ts";
import { seed } from "../support/workerd/seed.ts";
import { createRandom } from "../support/workerd/seeded-random.ts";
import { databaseSnapshot, differences } from "../support/workerd/snapshot.ts";
import { allRows, firstRow } from "../support/workerd/sql.ts";

const DELIVERIES = 1_200;
const AT_ONCE = 8;
const DECLINED = { number: "4000000000009995" };

const chance = createRandom(seed);
const now = () => Math.floor(Date.now() / 1000);

interface Delivery {
  body: string;
  signature: string | null;
  forged: boolean;
}

async function send({ body, signature, forged }: Delivery): Promise<void> {
  const response = await exports.default.fetch("http://localhost/api/stripe/webhook", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(signature !== null && { "Stripe-Signature": signature }) },
    body,
  });
  if (forged) {
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as ErrorBody;
    expect(error).toMatchObject({ code: "invalid_signature", message: "Invalid signature." });
  } else {
    expect(response.status, await response.text()).toBe(200);
  }
}

async function sendAll(deliveries: readonly Delivery[]): Promise<void> {
  for (let at = 0; at < deliveries.length; at += AT_ONCE) {
    await Promise.all(deliveries.slice(at, at + AT_ONCE).map(send));
  }
}

async function genuine(event: Stripe.Event): Promise<Delivery> {
  const body = JSON.stringify(event);
  return { body, signature: await signatureHeader(body, now()), forged: false };
}

/** Forges an event, in one of six ways by turns. If believed, it would move money. */
async function forgery(event: Stripe.Event, way: number): Promise<Delivery> {
  const body = JSON.stringify(event);
  const fresh = { body, forged: true };
  switch (way % 6) {
    case 0:
      return { ...fresh, signature: await signatureHeader(body, now(), "whsec_of_somebody_else") };
    case 1: {
      const tampered = body.replace(/"amount_received":\d+/, '"amount_received":1').replace(/"evt_/, '"evt_x');
      return { body: tampered, forged: true, signature: await signatureHeader(body, now()) };
    }
    case 2:
      // A replay: genuinely signed, but more than five minutes ago.
      return { ...fresh, signature: await signatureHeader(body, now() - 301) };
    case 3:
      return { ...fresh, signature: null };
    case 4: {
      // An old signature with a new time.
      const old = await signatureHeader(body, now() - 4_000, EMULATOR_WEBHOOK_SECRET);
      return { ...fresh, signature: old.replace(/^t=\d+/, `t=${now()}`) };
    }
    default:
      return { ...fresh, signature: ["", "t=1", "v1=00", `t=${now()},v1=`, `t=${now()},v0=00`][way % 5] ?? "" };
  }
}

const idOf = (event: Stripe.Event) => (event.data.object as { id: string }).id;

let users: TestAccount[];
let orders: (CardOrder & { intentId: string })[];
/** Orders whose buyer cancelled before a webhook arrived, with the payment that followed. */
let late: { deal: CardOrder; intentId: string; taken: boolean }[];
/** Intents that are never paid. Only forged events claim otherwise. */
let neverPaid: (CardOrder & { intentId: string })[];
let events: Stripe.Event[];

async function openOrder(people: { seller: TestAccount }) {
  const deal = await cardOrder({ price_cents: 1_000 + chance.below(40_000) }, people);
  return { ...deal, intentId: (await intentFor(deal.buyer, deal.order.order_id)).paymentIntentId };
}

async function pay(intent: PaymentIntentReply, declinedFirst: boolean): Promise<void> {
  if (declinedFirst) await enterCard(intent, DECLINED);
  expect(await enterCard(intent)).toMatchObject({ status: "succeeded" });
}

beforeAll(async () => {
  const seller = await createSeller();
  // The tests send the events themselves.
  await emulator().planFaults({ hold: true });
  users = await Promise.all(Array.from({ length: 5 }, () => createSeller()));
  const amounts = users.map(() => Array.from({ length: 8 }, () => 500 + chance.below(20_000)));
  await Promise.all(
    users.map(async (user, n) => {
      for (const [i, amount] of (amounts[n] ?? []).entries()) await pay(await topupIntent(user, amount), i % 2 === 0);
    }),
  );
  orders = await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      const deal = await openOrder({ seller });
      const intent = await intentFor(deal.buyer, deal.order.order_id);
      if (i % 4 === 3) await provider().paymentIntents.cancel(deal.intentId);
      else await pay(intent, i % 2 === 0);
      return deal;
    }),
  );
  late = await Promise.all([true, false, true, false].map((taken) => lateIntent(seller, taken)));
  neverPaid = await Promise.all(Array.from({ length: 6 }, () => openOrder({ seller })));
  events = await allEvents();
}, 120_000);

describe("a storm of webhooks", () => {
  it("of forged events is refused one by one and changes no row (A54)", async () => {
    const before = await whenSettled(databaseSnapshot);
    const forged = Array.from({ length: 120 }, (_, way) => forgery(chance.pick(forgeableEvents()), way));
    await sendAll(await Promise.all(forged));
    expect(differences(before, await databaseSnapshot())).toEqual([]);
  });

  it("of 1,200 events, half forged, leaves the ledger equal to the provider's records to the cent (A55)", async () => {
    const real: Stripe.Event[] = chance
      .shuffle([...events])
      .flatMap((event) => Array.from({ length: 1 + chance.below(3) }, () => event));
    // The provider also sends the same event under another id.
    for (let n = 0; real.length < DELIVERIES / 2; n++) {
      real.push({ ...chance.pick(events), id: `evt_again${String(n).padStart(20, "0")}` });
    }
    const chosen = [...new Set(real.slice(DELIVERIES / 2)), ...real].slice(0, DELIVERIES / 2);
    expect(new Set(chosen.map((event) => event.id)).size).toBeGreaterThanOrEqual(events.length);
    const deliveries = chance.shuffle([
      ...(await Promise.all(chosen.map(genuine))),
      ...(await Promise.all(
        Array.from({ length: DELIVERIES / 2 }, (_, way) => forgery(chance.pick(forgeableEvents()), way)),
      )),
    ]);
    expect(deliveries).toHaveLength(DELIVERIES);
    expect(deliveries.filter(({ forged }) => forged)).toHaveLength(DELIVERIES / 2);
    const order = deliveries.filter(({ forged }) => !forged).map(({ body }) => JSON.parse(body) as Stripe.Event);
    const tellsFailureLast = new Set(
      order.flatMap((event, at) =>
        event.type === "payment_intent.payment_failed" &&
        order.slice(0, at).some((prior) => prior.type === "payment_intent.succeeded" && idOf(prior) === idOf(event))
          ? [idOf(event)]
          : [],
      ),
    );
    expect(tellsFailureLast.size, "failures delivered after the success").toBeGreaterThan(5);

    await sendAll(deliveries);
    await pollUntil(
      () => firstRow<{ n: number }>`SELECT count(*) AS n FROM refunds WHERE status <> 'succeeded'`,
      (row) => row?.n === 0,
    );
    await expectProvidersBook();
  }, 180_000);

  it("repeated in full changes nothing (A55)", async () => {
    const before = await whenSettled(databaseSnapshot);
    await sendAll(await Promise.all(chance.shuffle([...events]).map(genuine)));
    expect(differences(before, await whenSettled(databaseSnapshot))).toEqual([]);
  });
});

describe("a webhook signature", () => {
  it("is accepted with any of the operator's secrets, with no other, and never while payments are off (A54)", async () => {
    const keys = {
      APP_ENV: "production",
      PAYMENTS: "stripe",
      STRIPE_SECRET_KEY: "sk_1",
      STRIPE_PUBLISHABLE_KEY: "pk_1",
    };
    const operator = { ...keys, STRIPE_WEBHOOK_SECRET: "whsec_account, whsec_sellers" } as const;
    const body = JSON.stringify({ id: "evt_1", object: "event", type: "account.updated", data: { object: {} } });
    const judge = async (secret: string, env: Parameters<typeof verifiedEvent>[0] = operator as AppEnv) =>
      (await verifiedEvent(env, body, await signatureHeader(body, now(), secret)))?.id ?? null;
    expect(await judge("whsec_account")).toBe("evt_1");
    expect(await judge("whsec_sellers")).toBe("evt_1");
    for (const other of ["whsec_account, whsec_sellers", "whsec_", EMULATOR_WEBHOOK_SECRET]) {
      expect(await judge(other), other).toBeNull();
    }
    for (const blank of ["", " ", ","]) {
      const off = { ...operator, STRIPE_WEBHOOK_SECRET: blank } as AppEnv;
      expect(await judge("whsec_account", off)).toBeNull();
      expect(await verifiedEvent(off, body, `t=${now()},v1=`)).toBeNull();
    }
  });
});

/** Returns events worth forging: unpaid intents as paid, and genuine events for a signature that is not valid. */
function forgeableEvents(): Stripe.Event[] {
  const [model] = events.filter((event) => event.type === "payment_intent.succeeded");
  if (!model) throw new Error("nobody paid");
  const invented = neverPaid.map(({ intentId, order }, n) => ({
    ...model,
    id: `evt_forged${n}`,
    data: {
      object: {
        ...model.data.object,
        id: intentId,
        amount: order.amount * 100,
        amount_received: Math.round(order.amount * 100),
        status: "succeeded",
      },
    },
  })) as Stripe.Event[];
  return [...invented, ...events.filter((event) => /succeeded|canceled|failed/.test(event.type))];
}

/** Compares every intent, balance and order with the provider's records. */
async function expectProvidersBook(): Promise<void> {
  const book = new Map<string, Stripe.PaymentIntent>();
  for await (const intent of provider().paymentIntents.list({ limit: 100 })) book.set(intent.id, intent);
  const returned = new Map<string, number>();
  for await (const refund of provider().refunds.list({ limit: 100 })) {
    const id = String(refund.payment_intent);
    returned.set(id, (returned.get(id) ?? 0) + refund.amount);
  }
  const { results } = await allRows<{ id: string; cents: number }>`SELECT intent_id AS id, sum(amount_cents) AS cents
    FROM ledger WHERE account = 'stripe_clearing' GROUP BY intent_id`;
  const ours = new Map(results.map((row) => [row.id, row.cents]));
  for (const [id, intent] of book) {
    expect(ours.get(id) ?? 0, `${id} (${intent.status})`).toBe(intent.amount_received - (returned.get(id) ?? 0));
  }
  expect(
    [...ours.keys()].filter((id) => !book.has(id)),
    "movements of intents the provider does not know",
  ).toEqual([]);

  for (const user of users) {
    const paid = [...book.values()]
      .filter((intent) => intent.metadata.user_id === user.id)
      .reduce((sum, intent) => sum + intent.amount_received, 0);
    expect(paid).toBeGreaterThan(0);
    expect(await ledgerSums("account = ?", `ad_credit:${user.id}`)).toEqual({ [`ad_credit:${user.id}`]: -paid });
    const profile = await firstRow`SELECT seller_balance_cents AS cents FROM profiles WHERE id = ${user.id}`;
    expect(profile).toEqual({ cents: paid });
  }
  for (const { intentId, order, itemId } of orders) {
    const paid = book.get(intentId)?.status === "succeeded";
    expect((await orderRow(order.order_id)).status).toBe(paid ? "payment_confirmed" : "expired");
    expect((await itemRow(itemId))?.status).toBe(paid ? "sold" : "active");
  }
  for (const { deal, intentId, taken } of late) {
    expect(await refundRows(intentId)).toHaveLength(taken ? 1 : 0);
    expect(returned.get(intentId) ?? 0).toBe(taken ? 4_550 : 0);
    expect((await orderRow(deal.order.order_id)).status).toBe(taken ? "cancelled" : "payment_confirmed");
  }
  for (const { order, itemId } of neverPaid) {
    expect(await orderRow(order.order_id)).toMatchObject({ status: "awaiting_payment", card_state: "open" });
    expect((await itemRow(itemId))?.status).toBe("pending_payment");
  }
  const sums = await ledgerSums();
  expect(sums.stripe_clearing).toBe(await providerBalance());
  expect(Object.values(sums).reduce((sum, cents) => sum + cents, 0)).toBe(0);
  expect(sums.card_received, "received money that is not assigned").toBeUndefined();
  expect(sums.refunds, "refunds still due").toBeUndefined();
}
