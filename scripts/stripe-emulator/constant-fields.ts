/** Fields that the emulator answers with one value, because the app does not use them; they are in every real reply. */
import type Stripe from "stripe";
import fields from "./constant-fields.json" with { type: "json" };
import type { Charge, Intent } from "./objects.ts";

type Fields = typeof fields;

export const CONSTANT = fields as {
  payment_intent: Pick<Intent, keyof Fields["payment_intent"]>;
  payment_method: Pick<Stripe.PaymentMethod, keyof Fields["payment_method"]>;
  charge: Pick<Charge, keyof Fields["charge"]>;
  evidence: Stripe.Dispute.Evidence;
  account: Pick<Stripe.Account, keyof Fields["account"]>;
};
