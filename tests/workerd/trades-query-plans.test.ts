/** Checks the query plans of trades. */
import { expect, it } from "vitest";
import {
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
import { expireTrades } from "../../worker/features/trades/stored-trades.ts";
import { planOf, statementsOf, stepsLike } from "../support/workerd/query-plans.ts";

const PERSON = "acc_00000000000000000000";
const ITEM = "itm_00000000000000000000";
const TRADE = "trd_00000000000000000000";
it.each<TradeBox>(["incoming", "outgoing", "history"])(
  "a page of %s is read in two statements, from its own index",
  async (box) => {
    const page = { box, cursor: undefined, limit: 20, now: 1 };
    const statements = await statementsOf((db) => listTrades(db, PERSON, page));
    expect(statements).toHaveLength(2);
    const index = box === "history" ? /trades_past_(incoming|outgoing)/ : new RegExp(`trades_${box}`);
    for (const statement of statements) expect((await planOf(statement)).join("\n")).toMatch(index);
    // Only rows found by an index may be scanned.
    expect(await stepsLike(/^SCAN (?!\(|n\b|LIST|CONSTANT|r\b|VIRTUAL)/, statements)).toEqual([]);
  },
);

it("one trade, a proposal and the job's queries are read from indexes", async () => {
  const statements = await statementsOf(async (db) => {
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
  const walked = /^SCAN (?!\(|n\b|j\b|json_each|CONSTANT|i USING (COVERING )?INDEX items_locked)/;
  expect(await stepsLike(walked, statements)).toEqual([]);
});
