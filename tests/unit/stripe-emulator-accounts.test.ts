/** Connected accounts of the Stripe emulator: capabilities, requirements, links, events and closing. */
import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { setAccount } from "../../scripts/stripe-emulator/accounts.ts";
import { answerOnboarding } from "../../scripts/stripe-emulator/onboarding.ts";
import { type EmulatedStripe, emulatedStripe } from "../support/emulated-stripe.ts";

const RECIPIENT: Stripe.V2.Core.AccountCreateParams = {
  contact_email: "seller@example.com",
  dashboard: "express",
  identity: { country: "au", entity_type: "individual" },
  defaults: { responsibilities: { fees_collector: "application", losses_collector: "application" } },
  configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
};

const ONBOARDING: Stripe.V2.Core.AccountLinkCreateParams["use_case"] = {
  type: "account_onboarding",
  account_onboarding: { refresh_url: "http://localhost/again", return_url: "http://localhost/done" },
};

async function transferStatus({ stripe }: EmulatedStripe, id: string) {
  const account = await stripe.v2.core.accounts.retrieve(id, { include: ["configuration.recipient", "requirements"] });
  return {
    status: account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status,
    due: account.requirements?.entries?.length,
  };
}

describe("connected recipient account", () => {
  it("cannot receive transfers before its owner has completed onboarding", async () => {
    const world = emulatedStripe();
    const { stripe, store } = world;
    const { id } = await stripe.v2.core.accounts.create(RECIPIENT);
    expect(await transferStatus(world, id)).toEqual({ status: "restricted", due: 1 });
    expect(await stripe.accounts.retrieve(id)).toMatchObject({
      object: "account",
      payouts_enabled: false,
      capabilities: { transfers: "inactive" },
      requirements: { disabled_reason: "requirements.past_due" },
    });
    const { url } = await stripe.v2.core.accountLinks.create({ account: id, use_case: ONBOARDING });
    const page = new Request(`http://localhost${url}?outcome=complete`);
    const back = answerOnboarding(store, page, url.split("/").at(-1) ?? "");
    expect(back.headers.get("Location")).toBe("http://localhost/done");
    expect(await transferStatus(world, id)).toEqual({ status: "active", due: 0 });
    expect(await stripe.accounts.retrieve(id)).toMatchObject({
      payouts_enabled: true,
      capabilities: { transfers: "active" },
    });
  });

  it("reports changes by thin events that the SDK can read, to the Connect endpoint", async () => {
    const { stripe, store, deliveries } = emulatedStripe();
    const { id } = await stripe.v2.core.accounts.create(RECIPIENT);
    setAccount(store, id, { transfers: "active" });
    setAccount(store, id, { closed: true });
    const delivered = deliveries();
    expect(delivered.map(({ endpoint, body }) => [endpoint, body.type])).toEqual([
      ["connect", "account.updated"],
      ["connect", "v2.core.account[configuration.recipient].capability_status_updated"],
      ["connect", "v2.core.account[requirements].updated"],
      ["connect", "v2.core.account.closed"],
    ]);
    expect(delivered[0]?.body.account).toBe(id);
    const notice = stripe.parseEventNotificationWithoutVerification(JSON.stringify(delivered[3]?.body));
    expect(notice).toMatchObject({ type: "v2.core.account.closed", related_object: { id } });
    expect(await stripe.v2.core.events.retrieve(String(delivered[1]?.body.id))).toMatchObject({
      data: { updated_capability: "stripe_balance.stripe_transfers" },
    });
    expect((await stripe.events.list()).data).toEqual([]);
  });

  it.each([
    ["country", { identity: { country: "zz" } }],
    ["dashboard", { dashboard: "full" as const }],
    ["contact_email", { contact_email: "nobody" }],
    ["responsibilities", { defaults: {} }],
    ["stripe_transfers", { configuration: {} }],
    ["entity_type", { identity: { country: "au", entity_type: "alien" } }],
  ])("with an invalid %s is refused", async (field, change) => {
    const { stripe } = emulatedStripe();
    const refused = stripe.v2.core.accounts.create({ ...RECIPIENT, ...change });
    await expect(refused).rejects.toMatchObject({ type: "StripeInvalidRequestError", code: "invalid_fields" });
    await expect(refused).rejects.toThrow(field);
  });

  it("cannot be closed with a balance, and gets no link once closed", async () => {
    const { stripe, store } = emulatedStripe();
    const { id } = await stripe.v2.core.accounts.create(RECIPIENT);
    setAccount(store, id, { transfers: "active" });
    const sent = await stripe.transfers.create({ amount: 500, currency: "aud", destination: id });
    await expect(stripe.v2.core.accounts.close(id)).rejects.toThrow("balance is zero");
    await stripe.transfers.createReversal(sent.id);
    expect((await stripe.v2.core.accounts.close(id)).closed).toBe(true);
    expect((await stripe.v2.core.accounts.retrieve(id)).closed).toBe(true);
    const gone = { type: "StripePermissionError", code: "account_invalid" };
    await expect(stripe.accounts.retrieve(id)).rejects.toMatchObject(gone);
    await expect(stripe.v2.core.accountLinks.create({ account: id, use_case: ONBOARDING })).rejects.toMatchObject(gone);
  });

  it("that is rejected reports the reason and gets no link", async () => {
    const world = emulatedStripe();
    const { id } = await world.stripe.v2.core.accounts.create(RECIPIENT);
    setAccount(world.store, id, { transfers: "active", rejected: true });
    expect(await transferStatus(world, id)).toEqual({ status: "rejected", due: 0 });
    expect(await world.stripe.accounts.retrieve(id)).toMatchObject({
      payouts_enabled: false,
      capabilities: { transfers: "inactive" },
      requirements: { disabled_reason: "rejected.fraud" },
    });
    await expect(world.stripe.v2.core.accountLinks.create({ account: id, use_case: ONBOARDING })).rejects.toMatchObject(
      {
        type: "StripePermissionError",
      },
    );
  });
});

it("an account whose transfers are restricted keeps its payouts enabled", async () => {
  const { stripe, store } = emulatedStripe();
  const { id } = await stripe.accounts.create({ country: "AU", email: "seller@example.com" });
  setAccount(store, id, { transfers: "active" });
  setAccount(store, id, { transfers: "restricted" });
  expect(await stripe.accounts.retrieve(id)).toMatchObject({
    payouts_enabled: true,
    capabilities: { transfers: "inactive" },
    requirements: { currently_due: ["individual.verification.document"] },
  });
});

it("v1 refuses an unknown country, business type or parameter", async () => {
  const { stripe, call } = emulatedStripe();
  await expect(stripe.accounts.create({ country: "ZZ" })).rejects.toMatchObject({ code: "country_unsupported" });
  await expect(stripe.accounts.create({ business_type: "alien" })).rejects.toThrow("business_type");
  const answer = await call("/v1/accounts", { nickname: "x" }, "sk_test_emulator");
  expect(await answer.json()).toMatchObject({ error: { code: "parameter_unknown", param: "nickname" } });
});

it("v1 refuses an account that requests transfers without card payments", async () => {
  const { stripe } = emulatedStripe();
  const asked = { capabilities: { transfers: { requested: true } } };
  await expect(stripe.accounts.create(asked)).rejects.toThrow(
    "Your platform needs approval for accounts to have requested the `transfers` capability without the `card_payments` capability. If you would like to request transfers without card_payments, please contact us via https://support.stripe.com/contact.",
  );
  await stripe.accounts.create({
    capabilities: { transfers: { requested: true }, card_payments: { requested: true } },
  });
});
