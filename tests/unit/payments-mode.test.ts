import { describe, expect, it } from "vitest";
import * as emulator from "#domain/payments/stripe-emulator";
import { paymentsMode, publishableKey, stripeClient } from "../../worker/adapters/card-stripe.ts";
import type { AppEnv } from "../../worker/env.ts";

/** Stands for the binding, which only a developer's machine has. */
const STRIPE_EMULATOR = { getByName: () => ({ fetch }) } as unknown as NonNullable<AppEnv["STRIPE_EMULATOR"]>;
const keys = { STRIPE_SECRET_KEY: "sk", STRIPE_WEBHOOK_SECRET: "whsec", STRIPE_PUBLISHABLE_KEY: "pk" };

describe("paymentsMode", () => {
  it("uses the emulator only in the local environment", () => {
    const local = { PAYMENTS: "emulator", APP_ENV: "local", STRIPE_EMULATOR, ...keys } as const;
    const production = { ...local, APP_ENV: "production" } as const;
    expect(paymentsMode(local)).toBe("emulator");
    expect(paymentsMode(production)).toBe("off");
    expect(publishableKey(local)).toBe("pk_test_emulator");
    expect(publishableKey(production)).toBeNull();
  });

  it("is off where the emulator is chosen but not there, as in a deployment", () => {
    const deployed = { PAYMENTS: "emulator", APP_ENV: "local", ...keys } as const;
    expect(paymentsMode(deployed)).toBe("off");
    expect(publishableKey(deployed)).toBeNull();
    expect(stripeClient(deployed)).toBeNull();
  });

  it("uses Stripe with all three keys, and is off without one", () => {
    const env = { PAYMENTS: "stripe", APP_ENV: "production", ...keys } as const;
    expect(paymentsMode(env)).toBe("stripe");
    expect(publishableKey(env)).toBe("pk");
    for (const name of Object.keys(keys)) {
      expect(paymentsMode({ ...env, [name]: "" }), name).toBe("off");
      expect(publishableKey({ ...env, [name]: undefined }), name).toBeNull();
    }
  });
});

// Stripe's libraries tell the kind of a key by its prefix, and a live key would reach Stripe.
it("the emulator's keys have the formats of Stripe test keys", () => {
  expect({ ...emulator }).toEqual({
    EMULATOR_SECRET_KEY: expect.stringMatching(/^sk_test_\w/),
    EMULATOR_PUBLISHABLE_KEY: expect.stringMatching(/^pk_test_\w/),
    EMULATOR_CONNECT_WEBHOOK_SECRET: expect.stringMatching(/^whsec_\w/),
    EMULATOR_WEBHOOK_SECRET: expect.stringMatching(/^whsec_\w/),
    EMULATOR_NAME: expect.stringMatching(/./),
    EMULATOR_PATH: expect.stringMatching(/^\/emulator\//),
  });
});
