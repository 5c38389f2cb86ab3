import { Hono } from "hono";
import { type ImportReply, ImportRows } from "#contract/selling/import";
import type { AppContext, Ctx } from "../../../http/context.ts";
import { unwrap } from "../../../http/errors.ts";
import { actorOf, requireActor, requireGoodStatus } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { importRows } from "./import-items.ts";
import { exportItems, importTemplate } from "./queries.ts";

function file(c: Ctx, name: string, text: string) {
  return c.body(text, 200, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${name}"`,
  });
}

export const productRoutes = new Hono<AppContext>()
  /**
   * Validate or import rows of a business's CSV file. Returns the result of each row. Repeating the call lists nothing
   * twice.
   */
  .post(
    "/import",
    requireGoodStatus,
    // Enough for three complete files, validated and listed.
    throttle("products:import"),
    validate("json", ImportRows),
    async (c) => {
      const services = c.get("services");
      const results = unwrap(await importRows(services, actorOf(c), c.req.valid("json")));
      return c.json<ImportReply, 200>({ results, server_now: services.now() }, 200);
    },
  )
  /** Download the signed-in seller's own listings as CSV. */
  .get("/export.csv", requireActor, throttle("products:export"), async (c) => {
    const { db, now } = c.get("services");
    const day = new Date(now()).toISOString().slice(0, 10);
    return file(c, `goodstreet-items-${day}.csv`, await exportItems(db, actorOf(c).id));
  })
  .get("/template.csv", (c) => file(c, "goodstreet-template.csv", importTemplate()));
