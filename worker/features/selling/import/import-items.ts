/**
 * Imports rows of a CSV file as listings. Each row makes one listing however often it is sent, so that an import can be
 * repeated.
 */

import { eq, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { NOT_FOUND } from "#contract/errors";
import { CreateItem } from "#contract/items";
import type { ImportedRow, ImportRows } from "#contract/selling/import";
import { done, type FieldProblem, type Result, refuse } from "#domain/result";
import { readProductRow } from "#domain/selling/product-row";
import { batch, type Query } from "../../../db/client.ts";
import { profiles } from "../../../db/schema/account.ts";
import type { Actor } from "../../../http/context.ts";
import type { Services } from "../../../services.ts";
import { stableId } from "../../../stable-id.ts";
import { type CreateInput, newColumns, type Seller } from "../../items/columns.ts";
import { goodsOf, planNew, type ReviewPlan, reviewStatements } from "../../items/goods-review.ts";
import { priceLadders } from "../../negotiation/settings/queries.ts";
import { isNewSince, newItemStatements, refusalOfTerms } from "../listings/new-item.ts";

type Input = z.output<typeof ImportRows>;
type Row = Input["rows"][number];

const NOT_A_BUSINESS = "Only business accounts can import products.";

interface GoodRow {
  row: Row;
  id: string;
  input: CreateInput;
  plan: ReviewPlan;
}

/**
 * Validates the rows, or lists the valid ones in one batch. A listing's id is derived from its row, so that sending the
 * same file again, after an interruption or with corrections, lists nothing twice.
 */
export async function importRows(services: Services, actor: Actor, request: Input): Promise<Result<ImportedRow[]>> {
  const { db } = services;
  const now = services.now();
  const { on_sale } = request;
  const seller = await db.select().from(profiles).where(eq(profiles.id, actor.id)).get();
  if (!seller) return NOT_FOUND;
  if (seller.account_type !== "business") return refuse("forbidden", NOT_A_BUSINESS);

  const results = new Map<Row, ImportedRow>();
  const good: GoodRow[] = [];
  for (const row of request.rows) {
    const read = inputOf(row, seller, { now, on_sale });
    const title = row.cells.title?.trim().slice(0, 200) ?? "";
    if (read.ok) {
      const { input, plan } = read;
      const cause = JSON.stringify(input);
      const id = await stableId("itm", actor.id, "csv", request.again ?? "", cause, String(row.occurrence));
      good.push({ row, id, input, plan });
    } else
      results.set(row, {
        line: row.line,
        outcome: "rejected",
        in_review: false,
        item_id: null,
        title,
        problems: read.problems,
      });
  }

  // An exported row contains the id of its listing; ids of other sellers are ignored.
  const named = request.again === undefined ? good.flatMap(({ row }) => row.cells.id?.trim() || []) : [];
  const known = await existing(services, actor.id, [...good.map(({ id }) => id), ...named]);
  const fresh = good.filter(({ id, row, plan }) => {
    const before = [id, row.cells.id?.trim() ?? ""].find((candidate) => known.has(candidate));
    // A later row of this call with the same values in another notation ("$20", "20.00") counts as a repeat.
    known.add(id);
    results.set(row, {
      line: row.line,
      outcome: before ? "already" : request.dry_run ? "ready" : "listed",
      in_review: before === undefined && plan.review !== null,
      item_id: before ?? (request.dry_run ? null : id),
      title: row.cells.title?.trim() ?? "",
      problems: [],
    });
    return before === undefined;
  });

  if (!request.dry_run) {
    const ladderOf = fresh.some(({ input }) => input.minimum_price != null) ? await priceLadders(services) : null;
    const statements = await Promise.all(
      fresh.map(async ({ id, input, plan }): Promise<Query[]> => {
        const columns = newColumns(input, seller, now);
        const ladder = ladderOf && (await ladderOf(id));
        const status = on_sale && plan.review === null ? "active" : "inactive";
        const review = { id: services.newId("rep"), itemId: id, sellerId: actor.id };
        return [
          ...newItemStatements(db, { id, sellerId: actor.id, columns, photos: [], status }, now, ladder),
          ...reviewStatements(plan, review, isNewSince(id, now), now),
        ];
      }),
    );
    await batch(db, statements.flat());
  }
  return done(request.rows.flatMap((row) => results.get(row) ?? []));
}

/** Validates a row with the rules of every listing. */
function inputOf(
  row: Row,
  seller: Seller,
  { now, on_sale }: { now: number; on_sale: boolean },
): { ok: true; input: CreateInput; plan: ReviewPlan } | { ok: false; problems: FieldProblem[] } {
  const { input, problems } = readProductRow(row.cells as Parameters<typeof readProductRow>[0]);
  const parsed = CreateItem.safeParse(input);
  if (!parsed.success) {
    const explained = new Set(problems.map(({ field }) => field));
    const rest = parsed.error.issues
      .map((issue) => ({ field: String(issue.path[0] ?? ""), message: issue.message }))
      .filter(({ field }) => !explained.has(field));
    return { ok: false, problems: [...problems, ...rest] };
  }
  const columns = newColumns(parsed.data, seller, now);
  const refusal = refusalOfTerms(columns, now);
  if (refusal) return { ok: false, problems: refusal.details?.fields ?? [] };
  const plan = planNew(goodsOf(columns), parsed.data, on_sale);
  if ("ok" in plan) return { ok: false, problems: plan.details?.fields ?? [] };
  return { ok: true, input: parsed.data, plan };
}

/** Returns which of these ids are listings of this seller, including removed ones, which an import does not restore. */
async function existing({ db }: Services, sellerId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.all<{ id: string }>(sql`SELECT id FROM items
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND seller_id = ${sellerId}`);
  return new Set(rows.map(({ id }) => id));
}
