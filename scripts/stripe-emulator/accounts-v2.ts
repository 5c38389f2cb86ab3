/** Connected accounts in the shape of `/v2/core`: recipients of transfers, and their thin events. */
import type Stripe from "stripe";
import type { ConnectedAccount, ThinEvent } from "./objects.ts";
import { type EmulatorStore, makeObjectId } from "./store.ts";

type Account = Stripe.V2.Core.Account;
type Transfers = Stripe.V2.Core.Account.Configuration.Recipient.Capabilities.StripeBalance.StripeTransfers;
type Detail = Transfers["status_details"][number];

const DETAILS: Record<Transfers["status"], Detail[]> = {
  active: [],
  pending: [{ code: "requirements_pending_verification", resolution: "no_resolution" }],
  restricted: [{ code: "requirements_past_due", resolution: "provide_info" }],
  unsupported: [{ code: "unsupported_business", resolution: "contact_stripe" }],
  rejected: [{ code: "rejected_fraud", resolution: "contact_stripe" }],
};

const transferStatus = ({ rejected, transfers }: ConnectedAccount): Transfers["status"] =>
  rejected ? "rejected" : transfers;

export const isoTime = (seconds: number) => new Date(seconds * 1000).toISOString();

/** Returns the account with the optional fields named by `include`. */
export function accountV2(account: ConnectedAccount, include: readonly string[]): Account {
  const status = transferStatus(account);
  const capability = { status, status_details: DETAILS[status] };
  return {
    id: account.id,
    object: "v2.core.account",
    applied_configurations: account.closed ? [] : ["recipient"],
    closed: account.closed,
    ...(include.includes("configuration.recipient") && {
      configuration: {
        recipient: {
          applied: !account.closed,
          capabilities: { stripe_balance: { payouts: capability, stripe_transfers: capability } },
        },
      },
    }),
    ...(account.email !== null && { contact_email: account.email }),
    created: isoTime(account.created),
    dashboard: "express",
    ...(include.includes("defaults") && {
      defaults: {
        currency: "aud",
        responsibilities: {
          fees_collector: "application",
          losses_collector: "application",
          requirements_collector: "stripe",
        },
      },
    }),
    ...(include.includes("identity") && {
      identity: {
        country: account.country.toLowerCase(),
        ...(account.business_type !== null && { entity_type: account.business_type }),
      },
    }),
    livemode: false,
    metadata: account.metadata,
    ...(include.includes("requirements") && { requirements: requirements(account) }),
  };
}

function requirements(account: ConnectedAccount): Stripe.V2.Core.Account.Requirements {
  const status = transferStatus(account);
  if (status !== "restricted" && status !== "pending") return { entries: [] };
  const entry: Stripe.V2.Core.Account.Requirements.Entry = {
    awaiting_action_from: status === "pending" ? "stripe" : "user",
    description: account.submitted
      ? "identity.individual.documents.primary_verification"
      : "identity.individual.given_name",
    errors: [],
    impact: {
      restricts_capabilities: [
        {
          capability: "stripe_balance.stripe_transfers",
          configuration: "recipient",
          deadline: { status: "past_due" },
        },
      ],
    },
    minimum_deadline: { status: "past_due" },
    requested_reasons: [{ code: account.submitted ? "routine_verification" : "routine_onboarding" }],
  };
  return { entries: [entry], summary: { minimum_deadline: { status: "past_due" } } };
}

/** Emits thin events, which only name the account. */
export function emitAccountEvents(store: EmulatorStore, before: ConnectedAccount, after: ConnectedAccount): void {
  if (after.closed && !before.closed) emitThin(store, "v2.core.account.closed", after.id);
  if (transferStatus(before) !== transferStatus(after)) {
    emitThin(store, "v2.core.account[configuration.recipient].capability_status_updated", after.id, {
      updated_capability: "stripe_balance.stripe_transfers",
    });
  }
  if (JSON.stringify(requirements(before)) !== JSON.stringify(requirements(after))) {
    emitThin(store, "v2.core.account[requirements].updated", after.id);
  }
}

function emitThin(store: EmulatorStore, type: ThinEvent["type"], account: string, data?: ThinEvent["data"]): void {
  const { id: request, idempotency_key: key } = store.request ?? { id: null, idempotency_key: null };
  const event: ThinEvent = {
    id: makeObjectId("evt"),
    object: "v2.core.event",
    created: new Date(store.now()).toISOString(),
    livemode: false,
    ...(request !== null && { reason: { request: { id: request, idempotency_key: key ?? "" }, type: "request" } }),
    related_object: { id: account, type: "v2.core.account", url: `/v2/core/accounts/${account}` },
    type,
  };
  store.put({ ...event, ...(data && { data }) }, account);
  // The delivered message omits the event's data.
  store.deliver(event.id, "connect", event);
}
