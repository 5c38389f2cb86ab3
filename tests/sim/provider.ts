/** The card provider: intents, refunds by idempotency key, and events that arrive late, twice and in any order. */

import type { Random } from "./random.ts";
import { assertInvariant } from "./world.ts";

export interface Facts {
  id: string;
  state: "open" | "succeeded" | "canceled";
  received: number;
  failed: boolean;
  cancelled_by: "buyer" | "service";
}

export interface Intent {
  id: string;
  amount: number;
  state: "open" | "processing" | "succeeded" | "canceled";
  failed: boolean;
  cancelled_by: "buyer" | "service";
  /** The browser has the client secret, so a card can be charged. */
  secret_given: boolean;
  refunds: Map<string, number>;
}

/** A chargeback as the provider reports it. */
export interface DisputeFacts {
  id: string;
  intent: string;
  amount: number;
  status: "open" | "won" | "lost";
}

/** A transfer to the seller. */
export interface Sent {
  key: string;
  order: string;
  amount: number;
  reversed: number;
  reversals: { id: string; cents: number }[];
}

/** Fee of the provider for each chargeback. */
export const DISPUTE_FEE = 25;

export class Provider {
  readonly intents = new Map<string, Intent>();
  readonly events: { facts: Facts; left: number }[] = [];
  readonly disputes = new Map<string, DisputeFacts>();
  readonly disputeEvents: { facts: DisputeFacts; left: number }[] = [];
  /** By idempotency key. */
  readonly #transfers = new Map<string, Sent>();
  readonly #created = new Map<string, Intent>();

  create(key: string, amount: number): Intent {
    const known = this.#created.get(key);
    if (known) return known;
    const id = `pi_${key}`;
    const intent: Intent = {
      id,
      amount,
      state: "open",
      failed: false,
      cancelled_by: "service",
      secret_given: false,
      refunds: new Map(),
    };
    this.intents.set(id, intent);
    this.#created.set(key, intent);
    return intent;
  }

  facts(id: string): Facts {
    const { state, amount, failed, cancelled_by } = this.intents.get(id) as Intent;
    const seen = state === "processing" ? "open" : state;
    return {
      id,
      state: seen,
      received: seen === "succeeded" ? amount : 0,
      failed: failed && state === "open",
      cancelled_by,
    };
  }

  /** A buyer enters a card, or the bank decides about one. */
  charge(intent: Intent, random: Random): void {
    if (!intent.secret_given || (intent.state !== "open" && intent.state !== "processing")) return;
    const fate = random.below(10);
    if (fate < 5) intent.state = "succeeded";
    else if (fate < 8) {
      intent.state = "open";
      intent.failed = true;
    } else {
      intent.state = "processing";
      return;
    }
    this.#tell(intent, random);
  }

  /** Cancels an open intent; an intent that is charged or processing stays. */
  cancel(id: string, by: "buyer" | "service", random: Random): Facts {
    const intent = this.intents.get(id) as Intent;
    if (intent.state === "open") {
      intent.state = "canceled";
      intent.cancelled_by = by;
      this.#tell(intent, random);
    }
    return this.facts(id);
  }

  /** @returns false when nothing is left to refund. */
  refund(id: string, key: string, amount: number): boolean {
    const intent = this.intents.get(id) as Intent;
    if (intent.refunds.has(key)) return true;
    const dispute = this.disputes.get(id);
    if (dispute && dispute.status !== "won") return false;
    assertInvariant(intent.state === "succeeded", "a payment that never arrived is refunded", () => id);
    const before = [...intent.refunds.values()].reduce((sum, part) => sum + part, 0);
    assertInvariant(
      before + amount <= intent.amount,
      "a payment is refunded twice",
      () => `${id} ${[...intent.refunds.keys()].join()} and ${key}`,
    );
    intent.refunds.set(key, amount);
    return true;
  }

  /** Charges an intent that was already reported as cancelled (D20). */
  chargeLate(intent: Intent): void {
    if (intent.state !== "canceled" || !intent.secret_given) return;
    intent.state = "succeeded";
    // No job checks an intent that has ended, so this event repeats until it is processed.
    this.events.push({ facts: this.facts(intent.id), left: Number.POSITIVE_INFINITY });
  }

  /** The buyer's bank takes back the amount that has not been refunded. */
  dispute(intent: Intent): void {
    const left = intent.amount - [...intent.refunds.values()].reduce((sum, part) => sum + part, 0);
    if (intent.state !== "succeeded" || left === 0 || this.disputes.has(intent.id)) return;
    this.#say({ id: `dp_${intent.id}`, intent: intent.id, amount: left, status: "open" });
  }

  judge(intentId: string, status: "won" | "lost"): void {
    const dispute = this.disputes.get(intentId);
    if (dispute?.status === "open") this.#say({ ...dispute, status });
  }

  /** Chargebacks arrive only by event, so an event repeats until it is processed. */
  #say(facts: DisputeFacts): void {
    this.disputes.set(facts.intent, facts);
    this.disputeEvents.push({ facts, left: Number.POSITIVE_INFINITY });
  }

  /** A repeat under the same key returns the first result. */
  send(key: string, order: string, amount: number): Sent {
    const known = this.#transfers.get(key);
    if (known) return { ...known, reversed: 0, reversals: [] };
    const made: Sent = { key, order, amount, reversed: 0, reversals: [] };
    this.#transfers.set(key, made);
    return { ...made };
  }

  reverse(key: string, id: string, cents: number): void {
    const made = this.#transfers.get(key);
    if (!made || made.reversals.some((one) => one.id === id)) return;
    assertInvariant(made.reversed + cents <= made.amount, "a transfer is reversed by more than its amount", () => key);
    made.reversed += cents;
    made.reversals.push({ id, cents });
  }

  /** Every transfer of an order, as the provider lists it now. */
  sentOf(order: string): Sent[] {
    return [...this.#transfers.values()]
      .filter((one) => one.order === order)
      .map((one) => ({ ...one, reversals: [...one.reversals] }));
  }

  /** The amount that the seller has received for an order. */
  sentFor(order: string): number {
    return this.sentOf(order).reduce((sum, { amount, reversed }) => sum + amount - reversed, 0);
  }

  #tell(intent: Intent, random: Random): void {
    this.events.push({ facts: this.facts(intent.id), left: 1 + random.below(5) });
  }
}
