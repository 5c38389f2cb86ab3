/**
 * Objects stored by the emulator, in the SDK's types, so that an object literal without a field does not compile. Where
 * Stripe may send an id or the object, the emulator stores the id; `expand` replaces it in the answer.
 */
import type Stripe from "stripe";
import type { CardOutcome } from "./cards.ts";

export interface Intent extends Stripe.PaymentIntent {
  client_secret: string;
  latest_charge: string | null;
}

export interface Charge extends Stripe.Charge {
  balance_transaction: string | null;
  payment_intent: string;
}

export interface Refund extends Stripe.Refund {
  charge: string;
  payment_intent: string;
  metadata: Record<string, string>;
}

export interface Transfer extends Stripe.Transfer {
  destination: string;
  source_transaction: string | null;
}

export interface Dispute extends Stripe.Dispute {
  charge: string;
  payment_intent: string;
}

export type StoredEvent = Omit<Stripe.Event, "type" | "data"> & { type: string; data: { object: unknown } };

type AccountEvent = Extract<Stripe.V2.Core.Event, { type: "v2.core.account.closed" }>;

/** An event of v2, without the methods that the SDK adds. */
export type ThinEvent = Omit<AccountEvent, "type" | "fetchRelatedObject"> & {
  type: Stripe.V2.Core.Event["type"];
  data?: { updated_capability: string };
};

/** A 3-D Secure challenge, found by the id in the page's address. Not a Stripe object. */
export interface Challenge {
  id: string;
  object: "challenge";
  intent: string;
  payment_method: string;
  outcome: CardOutcome;
  return_url: string | null;
  answered: boolean;
}

/** An onboarding page, found by the id in its address. Not a Stripe object. */
export interface OnboardingLink {
  id: string;
  object: "onboarding_link";
  account: string;
  expires_at: number;
  return_url: string;
  refresh_url: string;
}

export type TransferCapability = "active" | "pending" | "restricted" | "unsupported";

/** A connected account; accounts.ts and accounts-v2.ts map it to the shapes of the two APIs. */
export interface ConnectedAccount {
  id: string;
  object: "connected_account";
  api: "v1" | "v2";
  created: number;
  country: string;
  email: string | null;
  business_type: string | null;
  metadata: Record<string, string>;
  /** The owner has completed the onboarding. */
  submitted: boolean;
  transfers: TransferCapability;
  rejected: boolean;
  closed: boolean;
  /** Cents sent to the account that were neither reversed nor paid out to its bank. */
  balance: number;
}

export type StoredObject =
  | Intent
  | Charge
  | Refund
  | Transfer
  | Stripe.TransferReversal
  | Dispute
  | Stripe.BalanceTransaction
  | Stripe.PaymentMethod
  | Stripe.Radar.EarlyFraudWarning
  | StoredEvent
  | ThinEvent
  | Challenge
  | OnboardingLink
  | ConnectedAccount;

export type Kind = StoredObject["object"];
export type Stored<K extends Kind> = Extract<StoredObject, { object: K }>;
