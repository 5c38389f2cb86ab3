/** Every POST that moves money is safe to repeat: one idempotency key, one effect, one reply (D17). */
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { whenSettled } from "../support/workerd/clock.ts";
import { acknowledge, createBuyer, createSeller, hold, insertItem, refusal, reply } from "../support/workerd/deals.ts";
import { PAYMENT_WRITES, type ReadyCall } from "../support/workerd/money-calls.ts";
import { emulator } from "../support/workerd/payments.ts";
import { databaseSnapshot, differences } from "../support/workerd/snapshot.ts";

const AT_ONCE = 4;

beforeEach(async () => {
  // Stops the provider's deliveries, which would change rows during a test. An idle emulator forgets this setting.
  await emulator().planFaults({ hold: true });
  await env.DB.prepare("DELETE FROM throttles").run();
});

const make = ({ person, path }: ReadyCall, body: unknown, key: string) =>
  person.request("POST", path, body, { "Idempotency-Key": key });

async function rowCounts(): Promise<Record<string, number>> {
  const tables = await databaseSnapshot();
  return Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.length]));
}

/** Counts the rows by table that are added while `act` runs. */
async function added(act: () => Promise<void>): Promise<Record<string, number>> {
  const before = await whenSettled(rowCounts);
  await act();
  const after = await whenSettled(rowCounts);
  return Object.fromEntries(
    Object.keys(after)
      .map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const)
      .filter(([, more]) => more !== 0),
  );
}

describe("an idempotency key", () => {
  it.each(PAYMENT_WRITES.map((call) => [`${call.route}${call.kind ? ` (${call.kind})` : ""}`, call] as const))(
    "%s: answers repeats the same with one effect, belongs to its caller, and covers one body (A44)",
    async (_name, { prepare }) => {
      const [mine, theirs] = [await prepare(), await prepare()];
      const key = `key-${crypto.randomUUID()}`;

      const bodies = new Set<string>();
      const together = await added(async () => {
        const replies = await Promise.all(Array.from({ length: AT_ONCE }, () => make(mine, mine.body, key)));
        for (const response of [...replies, await make(mine, mine.body, key)]) {
          const text = await response.text();
          expect(response.status, text).toBe(mine.status);
          bodies.add(text);
        }
      });
      expect(bodies.size, [...bodies].join("\n")).toBe(1);

      const before = await whenSettled(databaseSnapshot);
      const again = await make(mine, mine.body, key);
      expect(again.headers.get("Idempotency-Replayed")).toBe("true");
      expect([await again.text()]).toEqual([...bodies]);
      if (mine.other) {
        const error = await refusal(await make(mine, mine.other, key), 422);
        expect(error.message).toBe("This request was already used with different details.");
      }
      expect(differences(before, await whenSettled(databaseSnapshot)), "by a replay and a mismatch").toEqual([]);

      let answer = "";
      const once = await added(async () => {
        const response = await make(theirs, theirs.body, key);
        answer = await response.text();
        expect(response.status, answer).toBe(theirs.status);
        expect(response.headers.get("Idempotency-Replayed")).toBeNull();
      });
      expect([...bodies], "another user's reply").not.toContain(answer);
      expect(together, "five requests with one key add the rows of one").toEqual(once);
    },
  );
});

describe("a request without an idempotency key", () => {
  it("for payment details returns the same reference and quote, recorded once", async () => {
    const wallet = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
    const seller = await createSeller({ crypto_wallet_addresses: { btc: wallet } });
    const buyer = await createBuyer();
    const itemId = await insertItem(seller, { price_cents: 24_000 });
    await hold(buyer, itemId);
    await acknowledge(buyer, itemId);
    const path = `/api/items/${itemId}/checkout/payment-details`;
    for (const wanted of [{ method: "bank_transfer" }, { method: "crypto", coin: "btc" }]) {
      const ask = async () => {
        const { server_now: _, ...rest } = await reply<Record<string, unknown>>(
          await buyer.request("POST", path, wanted),
          200,
        );
        return rest;
      };
      const first = await ask();
      const before = await whenSettled(databaseSnapshot);
      expect(await Promise.all([ask(), ask(), ask()])).toEqual([first, first, first]);
      expect(differences(before, await whenSettled(databaseSnapshot))).toEqual([]);
    }
  });
});
