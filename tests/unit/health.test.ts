import { describe, expect, it } from "vitest";
import { cronProblem } from "#domain/site/health";

const MINUTE = 60_000;
const CREATED = Date.UTC(2026, 10, 22);

describe("cronProblem", () => {
  it("finds nothing wrong with a new database whose cron is not due yet", () => {
    expect(cronProblem(null, CREATED, CREATED)).toBeNull();
    expect(cronProblem(null, CREATED, CREATED + 30 * MINUTE)).toBeNull();
  });

  it("reports a cron that has not run for half an hour after the database was created", () => {
    expect(cronProblem(null, CREATED, CREATED + 30 * MINUTE + 1)).toBe(
      "It has never run. It should run every 5 minutes.",
    );
  });

  it("reports a cron that has stopped, also in the half hour after the database was created", () => {
    const lastRun = { at: CREATED + MINUTE, failed: [] };
    expect(cronProblem(lastRun, CREATED, lastRun.at + 15 * MINUTE)).toBeNull();
    expect(cronProblem(lastRun, CREATED, lastRun.at + 16 * MINUTE)).toBe("It last ran 16 minutes ago.");
  });

  it("names the jobs that failed in the last run", () => {
    const lastRun = { at: CREATED, failed: ["sweep-orders", "send-emails"] };
    expect(cronProblem(lastRun, CREATED, CREATED)).toBe("Failed in its last run: sweep-orders, send-emails.");
  });
});
