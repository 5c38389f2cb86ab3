import { Hono } from "hono";
import { type BooksReply, ExportBooks, SettleDifference } from "#contract/admin/books";
import { type HoldOfSeller, ListAllHolds } from "#contract/admin/payout-holds";
import type { Page } from "#contract/page";
import { csvLine } from "#domain/csv";
import { centsToDollars } from "#domain/money";
import { lastMonths } from "#domain/selling/selling-days";
import { insertAuditEntry } from "../../../db/audit-log.ts";
import { siteSettings } from "../../../db/site-settings.ts";
import type { AppContext } from "../../../http/context.ts";
import { found, unwrap } from "../../../http/errors.ts";
import { actorOf, requireStaff } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { settleDifference } from "../../payments/reconciliation.ts";
import { listHolds, presentHoldOfSeller } from "./holds.ts";
import { gstOf, ledgerPage, readBooks } from "./queries.ts";

const COLUMNS = ["time", "movement", "account", "amount", "gst", "order", "payment"];
const PAGE = 1_000;
/** A file of more lines is too large for one Worker; the operator exports the database then. */
const EXPORTED = 50_000;

/** The operator's books of card money, for staff, mounted at /api/admin/books. */
export const booksRoutes = new Hono<AppContext>()
  /** Get what is owed to whom, and the sums of the last months. */
  .get("/", requireStaff, async (c) => {
    const services = c.get("services");
    const { numbers } = await siteSettings(services);
    return c.json<BooksReply, 200>(await readBooks(services.db, numbers, services.now()), 200);
  })
  /** List the holds in force on all sellers' payouts, the one that ends first at the top. */
  .get("/holds", requireStaff, validate("query", ListAllHolds), async (c) => {
    const { db, now } = c.get("services");
    const at = now();
    const page = unwrap(await listHolds(db, c.req.valid("query").cursor, at));
    const items = page.rows.map((row) => presentHoldOfSeller(row, at));
    return c.json<Page<HoldOfSeller>, 200>({ items, next_cursor: page.next_cursor, server_now: at }, 200);
  })
  /** Book a movement that the ledger does not have as the operator's own. */
  .post("/differences/:id", requireStaff, throttle("admin:baggage"), validate("json", SettleDifference), async (c) => {
    const { note } = c.req.valid("json");
    unwrap(await settleDifference(c.get("services"), actorOf(c).id, c.req.param("id"), note));
    return c.json<{ ok: true }, 200>({ ok: true }, 200);
  })
  /** Export the ledger's lines of one of these months as CSV. The export itself is logged. */
  .get("/export.csv", requireStaff, throttle("admin:audit-export"), validate("query", ExportBooks), async (c) => {
    const services = c.get("services");
    const { db } = services;
    const { month } = c.req.valid("query");
    const at = services.now();
    const { numbers } = await siteSettings(services);
    const span = found(lastMonths(at).find((one) => one.month === month));
    const entry = { actor_id: actorOf(c).id, action: "books_exported", subject: month, at };
    await db.run(insertAuditEntry(entry));
    const lines = [csvLine(COLUMNS)];
    let after = 0;
    while (lines.length <= EXPORTED) {
      const rows = await ledgerPage(db, span, after, PAGE);
      for (const row of rows) {
        const dollars = centsToDollars(row.amount_cents);
        const gst = row.supply && centsToDollars(gstOf(row.supply, row.amount_cents, numbers));
        const time = new Date(row.at).toISOString();
        lines.push(csvLine([time, row.txn_id, row.account, dollars, gst, row.order_id, row.intent_id]));
      }
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) break;
      after = last.id;
    }
    return c.body(`\ufeff${lines.join("")}`, 200, {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="books-${month}.csv"`,
      "Cache-Control": "private, no-store",
    });
  });
