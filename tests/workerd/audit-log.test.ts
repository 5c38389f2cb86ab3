/** The audit log: complete, ordered and tamper-evident (D34, decision 0031). */
import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { AuditEntry, AuditVerdict } from "#contract/admin/audit-log";
import type { Page } from "#contract/page";
import {
  auditHead,
  CHANGED,
  chainAuditLog,
  entryHash,
  GENESIS,
  insertAuditEntry,
  type NewAuditEntry,
} from "../../worker/db/audit-log.ts";
import { verifyAuditLog } from "../../worker/db/audit-verification.ts";
import { batch, connect } from "../../worker/db/client.ts";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { refusal, reply } from "../support/workerd/deals.ts";
import { allRows, firstRow } from "../support/workerd/sql.ts";

const db = connect(env.DB);
let admin: TestAccount;
let other: TestAccount;
const T0 = Date.UTC(2026, 0, 5, 3);
const ALL = { limit: 10_000 };

beforeAll(async () => {
  admin = await createAccount({ role: "admin", full_name: "Ada Staff", email: "ada@example.com" });
  other = await createAccount({ role: "super_admin", full_name: "Bea Chief" });
});

const write = (count: number, entry: Partial<NewAuditEntry> = {}) =>
  batch(
    db,
    Array.from({ length: count }, (_, index) =>
      insertAuditEntry({
        actor_id: admin.id,
        action: "ad_created",
        subject: `adv_${index}`,
        details: { title: `Nº ${index}, “quoted”` },
        at: T0 + index,
        ...entry,
      }),
    ),
  );
const list = async (query = "") =>
  reply<Page<AuditEntry>>(await admin.request("GET", `/api/admin/audit-log?${query}`), 200);
const verify = async (after = 0) =>
  reply<AuditVerdict>(await admin.request("POST", "/api/admin/audit-log/verify", { after }), 200);

/** Runs statements without the append-only triggers, as someone with direct database access could. */
async function tamper(...statements: string[]) {
  const triggers = await allRows<{ name: string; sql: string }>`SELECT name, sql
    FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('audit_log', 'audit_seals')`;
  const run = (text: string) => env.DB.prepare(text).run();
  for (const { name } of triggers.results) await run(`DROP TRIGGER ${name}`);
  await env.DB.batch([
    env.DB.prepare("PRAGMA defer_foreign_keys = on"),
    ...statements.map((text) => env.DB.prepare(text)),
  ]);
  for (const { sql } of triggers.results) await run(sql);
}

describe("audit log hash chain", () => {
  it("links every entry to the previous one, also when several callers seal concurrently", async () => {
    await write(40);
    await Promise.all(Array.from({ length: 6 }, () => chainAuditLog(db)));
    const { results } = await allRows<{
      id: number;
      actor_id: string;
      action: string;
      subject: string;
      details: string;
      at: number;
      prev_hash: string;
      hash: string;
    }>`SELECT
      l.*, s.prev_hash, s.hash FROM audit_log l JOIN audit_seals s ON s.entry_id = l.id ORDER BY l.id`;
    expect(results.length).toBeGreaterThanOrEqual(40);
    let prev = GENESIS;
    for (const row of results) {
      expect(row.prev_hash).toBe(prev);
      expect(row.hash).toBe(await entryHash(prev, row));
      prev = row.hash;
    }
    expect(await auditHead(db)).toEqual({ entry_id: results.at(-1)?.id, hash: prev });
    expect(await verify()).toMatchObject({ checked: results.length, broken: null, next_after: null });
  });

  it("cannot be changed or deleted by the service itself", async () => {
    await write(1);
    await chainAuditLog(db);
    for (const text of ["UPDATE audit_seals SET hash = 'x'", "DELETE FROM audit_seals", "DELETE FROM audit_log"]) {
      await expect(env.DB.prepare(text).run(), text).rejects.toThrow(/append-only/);
    }
  });

  it("covers an entry right after the staff request that wrote it", async () => {
    const person = await createAccount();
    await reply(
      await admin.request("POST", `/api/admin/users/${person.id}/sign-out`, { note: "Lost their phone." }),
      200,
    );
    await expect
      .poll(async () => {
        const row = await firstRow<{ hash: string }>`SELECT s.hash
          FROM audit_log l JOIN audit_seals s ON s.entry_id = l.id WHERE l.subject = ${person.id}`;
        return row?.hash;
      })
      .toMatch(/^[0-9a-f]{64}$/);
  });

  it("can be verified from any entry onwards", async () => {
    const whole = await verifyAuditLog(db, ALL);
    const half = await verifyAuditLog(db, { after: 20, limit: 10_000 });
    expect(half.broken).toBeNull();
    expect(half.checked).toBe(whole.checked - 20);
  });

  it("reports an entry that was changed or rewritten", async () => {
    await write(5);
    await chainAuditLog(db);
    const last = (await auditHead(db))?.entry_id ?? 0;
    const target = last - 2;
    const keep = "CREATE TABLE kept AS SELECT * FROM audit_log";
    const broken = async () => (await verifyAuditLog(db, ALL)).broken;
    const restore = async () =>
      tamper(
        `DELETE FROM audit_log WHERE id >= ${target}`,
        `INSERT INTO audit_log SELECT * FROM kept WHERE id >= ${target}`,
      );
    await env.DB.prepare(keep).run();

    await tamper(`UPDATE audit_log SET details = '{"title":"something else"}' WHERE id = ${target}`);
    expect(await broken()).toEqual({ entry_id: target, problem: "changed" });
    await restore();
    await tamper(`UPDATE audit_log SET at = at + 1 WHERE id = ${target}`);
    expect(await broken()).toEqual({ entry_id: target, problem: "changed" });
    await restore();
    await tamper(`UPDATE audit_log SET actor_id = '${other.id}' WHERE id = ${target}`);
    expect(await broken()).toEqual({ entry_id: target, problem: "changed" });
    await restore();
    expect(await broken()).toBeNull();

    // Rewritten with a matching hash: the next entry no longer links to it.
    const before = await firstRow<{ prev_hash: string; hash: string }>`SELECT prev_hash, hash
      FROM audit_seals WHERE entry_id = ${target}`;
    const row = await firstRow<Parameters<typeof entryHash>[1]>`SELECT id, actor_id, action, subject, details, at
      FROM audit_log WHERE id = ${target}`;
    if (!before || !row) throw new Error("nothing to rewrite");
    const forged = await entryHash(before.prev_hash, { ...row, subject: "adv_other" });
    await tamper(
      `UPDATE audit_log SET subject = 'adv_other' WHERE id = ${target}`,
      `UPDATE audit_seals SET hash = '${forged}' WHERE entry_id = ${target}`,
    );
    expect(await broken()).toEqual({ entry_id: target + 1, problem: "unlinked" });
    expect(await verify()).toMatchObject({ broken: { entry_id: target + 1, problem: "unlinked" } });
    await tamper(`UPDATE audit_seals SET hash = '${before.hash}' WHERE entry_id = ${target}`);
    await restore();
    expect(await broken()).toBeNull();
  });
});

describe("insertAuditEntry with CHANGED", () => {
  it("writes an entry only when the preceding statement changed a row", async () => {
    const entry = { actor_id: admin.id, action: "renamed", subject: admin.id, at: T0 };
    const rename = (name: string) =>
      sql`UPDATE profiles SET full_name = ${name} WHERE id = ${admin.id} AND full_name <> ${name}`;
    await batch(db, [rename("Ada New"), insertAuditEntry(entry, CHANGED)]);
    await batch(db, [rename("Ada New"), insertAuditEntry(entry, CHANGED)]);
    expect((await list(`action=renamed`)).items).toHaveLength(1);
    await db.run(rename("Ada Staff"));
  });
});

describe("/api/admin/audit-log", () => {
  it("refuses users who are not staff", async () => {
    const person = await createAccount();
    for (const path of ["", "/actions", "/export.csv"]) {
      expect((await refusal(await person.request("GET", `/api/admin/audit-log${path}`), 403)).code).toBe("admins_only");
    }
    expect((await refusal(await person.request("POST", "/api/admin/audit-log/verify", {}), 403)).code).toBe(
      "admins_only",
    );
  });

  it("filters by actor, action, subject and time, with people by id or email address", async () => {
    const subject = await createAccount({ full_name: "Cora Case", email: "cora@example.com" });
    await write(1, { action: "case_opened", subject: subject.id, at: T0 + 1_000 });
    await write(1, { action: "case_closed", subject: subject.id, at: T0 + 2_000, actor_id: other.id });
    const seen = async (query: string) =>
      (await list(`subject=cora@example.com&${query}`)).items.map((entry) => entry.action);
    expect(await seen("")).toEqual(["case_closed", "case_opened"]);
    expect(await seen("actor=ada@example.com")).toEqual(["case_opened"]);
    expect(await seen(`actor=${other.id}`)).toEqual(["case_closed"]);
    expect(await seen("action=case_opened")).toEqual(["case_opened"]);
    expect(await seen(`from=${T0 + 1_500}`)).toEqual(["case_closed"]);
    expect(await seen(`to=${T0 + 2_000}`)).toEqual(["case_opened"]);
    expect((await list(`subject=${subject.id}`)).items[0]).toMatchObject({
      actor: { id: other.id, name: "Bea Chief" },
      subject: { id: subject.id, name: "Cora Case", is_person: true },
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const { actions } = await reply<{ actions: string[] }>(
      await admin.request("GET", "/api/admin/audit-log/actions"),
      200,
    );
    expect(actions).toEqual(expect.arrayContaining(["case_closed", "case_opened"]));
    expect(actions).toEqual([...new Set(actions)].sort());
  });

  it("pages through entries with the same timestamp without skipping any", async () => {
    await write(65, { action: "same_moment", at: T0 });
    const seen: number[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: Page<AuditEntry> = await list(
        `action=same_moment${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      seen.push(...page.items.map((entry) => entry.id));
      cursor = page.next_cursor;
    }
    expect(seen).toHaveLength(65);
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
    expect(new Set(seen).size).toBe(65);
  });

  it("exports a CSV with hashes that is safe to open in a spreadsheet, and logs the export (A82)", async () => {
    await write(1, { action: "=cmd()", subject: "adv_csv", details: { title: 'a "b", c\nd' }, at: T0 });
    const response = await admin.request("GET", "/api/admin/audit-log/export.csv?subject=adv_csv");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("text/csv");
    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const text = await response.text();
    expect(text).toContain("'=cmd()");
    expect(text.split("\r\n")[0]).toContain("id,at,date,actor_id");
    const row = await firstRow<{ hash: string }>`SELECT s.hash
      FROM audit_log l JOIN audit_seals s ON s.entry_id = l.id WHERE l.subject = 'adv_csv'`;
    expect(text).toContain(row?.hash ?? "no hash");
    expect((await list("action=audit_log_exported")).items[0]).toMatchObject({
      actor: { id: admin.id },
      details: { subject: "adv_csv" },
    });
  });
});
