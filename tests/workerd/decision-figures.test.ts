/** GET /api/decision-figures: the public figures of the page "How we decide". */
import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import type { DecisionFiguresReply } from "#contract/status";
import { DAY_MS, HOUR_MS } from "#domain/deadlines";
import { clearIsolateCaches } from "../../worker/isolate-cache.ts";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { reply } from "../support/workerd/deals.ts";

let person: TestAccount;
let staff: TestAccount;
let count = 0;

beforeEach(async () => {
  clearIsolateCaches();
  person = await createAccount();
  staff = await createAccount({ role: "admin" });
});

const read = async () => reply<DecisionFiguresReply>(await call("GET", "/api/decision-figures"), 200);

async function decidedReport(outcome: string, tookHours: number, ago = DAY_MS, kind = "report"): Promise<void> {
  const reporter = kind === "report" ? (await createAccount()).id : null;
  const decidedAt = Date.now() - ago;
  await env.DB.prepare(
    `INSERT INTO reports (id, kind, reporter_id, subject_type, subject_id, about_id, reason, status, outcome, created_at,
       decided_at, decided_by) VALUES (?, ?, ?, 'user', ?, ?, 'scam', 'decided', ?, ?, ?, ?)`,
  )
    .bind(
      `rep_figures${++count}`,
      kind,
      reporter,
      `${person.id}-${count}`,
      person.id,
      outcome,
      decidedAt - tookHours * HOUR_MS,
      decidedAt,
      staff.id,
    )
    .run();
}

it("shows no figures below five decisions", async () => {
  for (const outcome of ["removed", "dismissed", "dismissed", "acted"]) await decidedReport(outcome, 2);
  const { reports, appeals, since } = await read();
  expect(reports).toEqual({ decided: null, changed_percent: null, median_hours: null });
  expect(appeals).toEqual(reports);
  expect(Math.round((Date.now() - since) / DAY_MS)).toBe(365);
});

it("counts the last 12 months, with share and median, and keeps the answer for ten minutes", async () => {
  // Four are left from the test before: 2 upheld, 2 not, each after two hours.
  for (const [outcome, hours] of [
    ["removed", 8],
    ["acted", 8],
    ["acted", 9],
    ["dismissed", 10],
    ["dismissed", 11],
    ["released", 12],
  ] as const) {
    await decidedReport(outcome, hours);
  }
  await decidedReport("removed", 900, 366 * DAY_MS);
  await decidedReport("removed", 900, DAY_MS, "held_message");
  for (let n = 0; n < 12; n++) {
    await env.DB.prepare(
      `INSERT INTO appeals (id, user_id, kind, message, status, created_at, decided_at, decided_by, answer)
       VALUES (?, ?, 'suspension', 'Please', ?, ?, ?, ?, 'Ok')`,
    )
      .bind(
        `apl_figures${n}`,
        person.id,
        n % 2 === 0 ? "upheld" : "overturned",
        Date.now() - 60 * HOUR_MS,
        Date.now() - HOUR_MS,
        staff.id,
      )
      .run();
  }
  const figures = await read();
  expect(figures.reports).toEqual({ decided: 10, changed_percent: 50, median_hours: 8 });
  expect(figures.appeals).toEqual({ decided: 12, changed_percent: 50, median_hours: 59 });
  await decidedReport("removed", 1);
  expect((await read()).reports.decided).toBe(10);
  clearIsolateCaches();
  expect((await read()).reports.decided).toBe(11);
});
