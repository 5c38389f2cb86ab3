import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { DAY_MS, MINUTE_MS } from "#domain/deadlines";
import { type EventsState, parseState, stateQuery, storeStateStatement } from "../db/service-state.ts";
import { applyFraudWarning } from "../features/payments/fraud-warnings.ts";
import { applyDispute, applyRefund } from "../features/payments/reversals.ts";
import { log } from "../log.ts";
import type { Services } from "../services.ts";
import { logRowError } from "./log-row-error.ts";

/** Events of banks that no other job polls: refunds, disputes and warnings. */
const KINDS = [
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "charge.dispute.closed",
  "radar.early_fraud_warning.created",
] as const;

const EVERY_MS = 60 * MINUTE_MS;
/** A younger event may still be on its way. */
const GRACE_MS = 10 * MINUTE_MS;
/** How long the provider keeps events. */
const EVENT_RETENTION_MS = 30 * DAY_MS;
/** Events read per run: the provider's maximum. */
const PAGE = 100;

const report = logRowError("find-lost-events");

/**
 * Returns the span of time whose events are read now: the rest of the last span or, an hour after it, the time since.
 * Null when the hour has not passed.
 */
export function nextReading(last: EventsState | null, now: number): EventsState | null {
  if (last !== null && last.after !== null) return last;
  const to = now - GRACE_MS;
  if (last !== null && to - last.to < EVERY_MS) return null;
  return { from: Math.max(to - EVENT_RETENTION_MS, last?.failed ?? last?.to ?? 0), to, after: null, failed: null };
}

/**
 * Reads the provider's list of events and applies those about refunds, disputes and warnings that never arrived.
 * @returns how many were found.
 */
export async function findLostEvents(services: Services): Promise<number> {
  const { env, now } = services;
  const stripe = services.stripe();
  if (!stripe) return 0;
  const at = now();
  const row = await stateQuery(env.DB, "events").first<{ value: string; at: number }>();
  const reading = nextReading(parseState("events", row ?? undefined)?.value ?? null, at);
  if (reading === null) return 0;
  const { data, has_more } = await stripe.events.list({
    types: [...KINDS],
    created: { gte: Math.floor(reading.from / 1000), lt: Math.floor(reading.to / 1000) },
    limit: PAGE,
    ...(reading.after !== null && { starting_after: reading.after }),
  });
  const lost = await notReceived(services, data);
  let { failed } = reading;
  for (const event of lost) {
    try {
      if (await applyLostEvent(services, event)) log("warn", { lost_event: event.id, kind: event.type });
    } catch (error) {
      failed = Math.min(failed ?? Number.POSITIVE_INFINITY, event.created * 1000);
      report(event.id)(error);
    }
  }
  const after = has_more ? (data.at(-1)?.id ?? null) : null;
  await storeStateStatement(env.DB, "events", { ...reading, after, failed }, at).run();
  return lost.length;
}

async function notReceived({ db }: Services, events: readonly Stripe.Event[]): Promise<Stripe.Event[]> {
  const rows = await db.all<{ event_id: string }>(sql`SELECT event_id FROM provider_events
    WHERE provider = 'stripe' AND event_id IN (SELECT value FROM json_each(${JSON.stringify(events.map(({ id }) => id))}))`);
  const received = new Set(rows.map((row) => row.event_id));
  return events.filter(({ id }) => !received.has(id));
}

/**
 * Applies an event.
 * @returns false when its payment is not one of ours.
 */
async function applyLostEvent(services: Services, event: Stripe.Event): Promise<boolean> {
  switch (event.type) {
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      return applyRefund(services, event.data.object, event);
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
    case "charge.dispute.closed":
      return applyDispute(services, event.data.object, event);
    case "radar.early_fraud_warning.created":
      return applyFraudWarning(services, event.data.object, event);
    default:
      return false;
  }
}
