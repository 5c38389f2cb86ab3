/** Checks the query plans of the notification queries. */

import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { encodeCursor } from "#domain/cursor";
import { countsOf } from "../../worker/db/bar-counts.ts";
import { batch } from "../../worker/db/client.ts";
import { markReadStatements } from "../../worker/features/notifications/commands.ts";
import { claimDue, removeOldNotifications } from "../../worker/features/notifications/jobs.ts";
import { listNotifications, recipientsOf } from "../../worker/features/notifications/queries.ts";
import { createServices } from "../../worker/services.ts";
import { createAccount } from "../support/workerd/accounts.ts";
import { statementsOf, stepsLike } from "../support/workerd/query-plans.ts";

it("every notification query uses an index, without scanning a table", async () => {
  const { id } = await createAccount();
  const statements = await statementsOf(async (db) => {
    await listNotifications(db, id, undefined);
    await listNotifications(db, id, encodeCursor("notifications", { user: id }, { key: 5, id: "ntf_00000000" }));
    await countsOf(db, id, Date.now());
    await claimDue(db, 5, 1, 20);
    await recipientsOf(db, [id], 5);
    await batch(db, markReadStatements(id, { link: "/x" }, 5));
    await batch(db, markReadStatements(id, { up_to: 5 }, 5));
    await removeOldNotifications({ ...createServices(env, () => undefined), db });
  });
  expect(statements.length).toBeGreaterThanOrEqual(10);

  // The cron job alone scans push_subscriptions (`p`), which is a small table.
  const walked = /^SCAN (?!\(|CONSTANT|LIST|json_each|p$)(?!.*(subquery|SUBQUERY))|TEMP B-TREE FOR ORDER BY/;
  expect(await stepsLike(walked, statements)).toEqual([]);
});
