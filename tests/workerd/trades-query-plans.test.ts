/** Checks the query plans of trades. */
import { env } from "cloudflare:workers";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import { expect, it } from "vitest";
import type { Database } from "../../worker/db/client.ts";
import {
  expireTrades,
  findAbandonedAcceptances,
  findOpenOffer,
  findStrayLocks,
  findTrade,
  findUnannounced,
  listOfferable,
  listTrades,
  readProposal,
  type TradeBox,
} from "../../worker/features/trades/queries.ts";

const PERSON = "acc_00000000000000000000";
const ITEM = "itm_00000000000000000000";
const TRADE = "trd_00000000000000000000";
const dialect = new SQLiteAsyncDialect();

/** Returns the statements that `read` runs, against a database that returns no rows. */
async function asked(read: (db: Database) => Promise<unknown>) {
  const statements: { sql: string; params: unknown[] }[] = [];
  const db = {
    all: (statement: Parameters<typeof dialect.sqlToQuery>[0]) => {
      statements.push(dialect.sqlToQuery(statement));
      return Promise.resolve([]);
    },
  };
  await read(db as unknown as Database);
  return statements;
}

async function planOf({ sql, params }: { sql: string; params: unknown[] }): Promise<string[]> {
  const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...params)
    .all<{ detail: string }>();
  return plan.results.map((row) => row.detail);
}

it.each<TradeBox>(["incoming", "outgoing", "history"])(
  "a page of %s is read in two statements, from its own index",
  async (box) => {
    const page = { box, cursor: undefined, limit: 20, now: 1 };
    const statements = await asked((db) => listTrades(db, PERSON, page));
    expect(statements).toHaveLength(2);
    const index = box === "history" ? /trades_past_(incoming|outgoing)/ : new RegExp(`trades_${box}`);
    for (const statement of statements) {
      const steps = await planOf(statement);
      const text = `${statement.sql}\n${steps.join("\n")}`;
      expect(
        steps.some((step) => index.test(step)),
        text,
      ).toBe(true);
      // Only rows found by an index may be scanned.
      expect(
        steps.filter((step) => /^SCAN (?!\(|n\b|LIST|CONSTANT|r\b|VIRTUAL)/.test(step)),
        text,
      ).toEqual([]);
    }
  },
);

it("one trade, a proposal and the job's queries are read from indexes", async () => {
  const statements = await asked(async (db) => {
    await findTrade(db, TRADE, 1);
    await readProposal(db, PERSON, ITEM, [ITEM]);
    await findOpenOffer(db, TRADE, PERSON, ITEM);
    await listOfferable(db, PERSON, { target: ITEM, cursor: undefined, limit: 50 });
    await expireTrades(db, 1, 50);
    await findAbandonedAcceptances(db, 1, 50);
    await findStrayLocks(db, 50);
    await findUnannounced(db, 1, 50);
  });
  expect(statements).toHaveLength(9);
  for (const statement of statements) {
    const steps = await planOf(statement);
    const walked = steps.filter((step) =>
      /^SCAN (?!\(|n\b|j\b|json_each|CONSTANT|i USING (COVERING )?INDEX items_in_trade)/.test(step),
    );
    expect(walked, `${statement.sql}\n${steps.join("\n")}`).toEqual([]);
  }
});
