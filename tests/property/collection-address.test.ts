import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ADDRESS_AFTER_MS, ADDRESS_BEFORE_MS, type AddressFacts, collectionAddress } from "#domain/orders/collection";
import type { OrderStatus } from "#domain/orders/order-status";
import { runs } from "../support/property-runs.ts";

const ADDRESS = "7 Canary Lane, Brunswick VIC 3056";
const STATUSES: OrderStatus[] = [
  "awaiting_payment",
  "payment_pending_seller_confirmation",
  "payment_confirmed",
  "completed",
  "expired",
  "cancelled",
  "disputed",
  "refunded",
];
const PAID = new Set<OrderStatus>(["payment_confirmed", "completed"]);
const ZONES = [
  "Australia/Sydney",
  "Australia/Brisbane",
  "Australia/Adelaide",
  "Australia/Perth",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
  "UTC",
];
// Includes both nights on which Sydney's clocks change in 2026, so that many dates fall on days of 23 or 25 hours.
const DST = [Date.UTC(2026, 3, 4, 16), Date.UTC(2026, 9, 3, 16)];
const HOUR = 3_600_000;

const instants = fc.oneof(
  fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) }),
  fc.tuple(fc.constantFrom(...DST), fc.integer({ min: -30 * HOUR, max: 30 * HOUR })).map(([night, by]) => night + by),
);

const clocks = new Map(
  ZONES.map((zone) => [zone, new Intl.DateTimeFormat("en-AU", { timeZone: zone, hour: "numeric", hourCycle: "h23" })]),
);

/** Returns the local hour of an instant in a zone, to build dates as a seller picks them. */
function localHour(at: number, zone: string): number {
  return Number(clocks.get(zone)?.format(at));
}

const questions = fc.record({
  status: fc.constantFrom(...STATUSES),
  picked: instants,
  zone: fc.constantFrom(...ZONES),
  offset: fc.oneof(fc.integer({ min: -20 * 24 * HOUR, max: 20 * 24 * HOUR }), fc.constantFrom(-1, 0, 1)),
  paid: fc.boolean(),
  completedAfter: fc.integer({ min: -5 * 24 * HOUR, max: 5 * 24 * HOUR }),
});

describe("collectionAddress", () => {
  it("shows the address to a paid buyer exactly on time, in any zone and across daylight saving (A104, A105)", () => {
    fc.assert(
      fc.property(questions, ({ status, picked, zone, offset, paid, completedAfter }) => {
        // Moved to 10:00 local time, as sellers pick it, so that some dates cross a clock change.
        const date = picked + (10 - localHour(picked, zone)) * HOUR;
        const now = date - ADDRESS_BEFORE_MS + offset;
        const question: AddressFacts = {
          role: "buyer",
          status,
          collection_date: date,
          address: ADDRESS,
          paid_at: paid ? date - 30 * 24 * HOUR : null,
          completed_at: status === "completed" ? date + completedAfter : null,
          now,
        };
        const gone = status === "completed" && now >= date + completedAfter + ADDRESS_AFTER_MS;
        const due = PAID.has(status) && offset >= 0 && !gone;
        const answer = collectionAddress(question);
        expect(answer.address).toBe(due ? ADDRESS : null);
        expect(JSON.stringify(answer).includes("Canary")).toBe(due);
        if (answer.at !== null) {
          expect(answer.at).toBe(date - ADDRESS_BEFORE_MS);
          expect(answer.at).toBeGreaterThan(now);
        }
      }),
      { numRuns: runs(100_000) },
    );
  });

  it("always shows the address to the seller", () => {
    fc.assert(
      fc.property(fc.constantFrom(...STATUSES), instants, instants, (status, date, now) => {
        const question: AddressFacts = {
          role: "seller",
          status,
          collection_date: date,
          address: ADDRESS,
          paid_at: null,
          completed_at: null,
          now,
        };
        expect(collectionAddress(question)).toEqual({ address: ADDRESS, state: "shown", at: null });
      }),
      { numRuns: runs(1_000) },
    );
  });
});
