/** /Privacy, /Terms and /HowWeDecide say what the code does: nothing is stored, sent or decided without its line (D90). */
import { describe, expect, it } from "vitest";
import { INTEGRATIONS } from "#contract/site/integrations";
import { PERSONAL_DATA } from "#domain/account/personal-data/declaration";
import { columnsIn } from "#domain/account/personal-data/rules";
import { ORDER_GRAPH } from "#domain/orders/order";
import { automatedDecisions } from "#domain/site/policies/automated-decisions";
import { COOKIE_SECONDS } from "#domain/site/policies/cookies";
import { KEPT_DATA } from "#domain/site/policies/kept-data";
import { RECEIVERS } from "#domain/site/policies/receivers";
import { DEFAULT_SITE_SETTINGS } from "#domain/site/site-settings";
import { TRADE_GRAPH } from "#domain/trades/trade";
import { linesOf, PATHS, read } from "../support/repository.ts";
import noDecision from "./no-decision.json" with { type: "json" };

const jobs = [...read("worker/jobs/schedule.ts").matchAll(/\{ name: "([^"]+)", run/g)].map(([, name = ""]) => name);

/** Jobs that delete what is old; one of another name has to be added here. */
const isRetention = (job: string) => /^(remove|erase|repeat|back-up)-|^refresh-popularity$/.test(job);

describe("what /Privacy says we keep", () => {
  it("has one row for each column with personal data, and no other", () => {
    const said = KEPT_DATA.flatMap(({ columns = [] }) =>
      columns.flatMap((entry) => {
        const [table = "", ...names] = entry.split(" ");
        return names.map((name) => `${table}.${name}`);
      }),
    );
    const stored = Object.entries(PERSONAL_DATA).flatMap(([table, { personal, kept = {} }]) =>
      [...columnsIn(personal), ...Object.keys(kept)].map((name) => `${table}.${name}`),
    );
    expect(said.toSorted()).toEqual(stored.toSorted());
  });

  it("names each job that ends something", () => {
    expect(KEPT_DATA.flatMap(({ jobs: ends = [] }) => ends).toSorted()).toEqual(jobs.filter(isRetention).toSorted());
  });

  it("has a line for every cookie", () => {
    const written = linesOf(/^worker\/(http|features)\/.*\.ts$/).filter(
      ({ path, text }) => text.includes("writeCookie(") && path !== "worker/http/cookies.ts",
    );
    expect(written).toHaveLength(Object.keys(COOKIE_SECONDS).length);
  });
});

it("names every company that may receive data", () => {
  expect(RECEIVERS.toSorted()).toEqual([...INTEGRATIONS, "host", "maps"].toSorted());
});

describe("automated decisions", () => {
  const byService = (graph: object) =>
    Object.values(graph as Record<string, Record<string, { by: string }>>).flatMap((steps) =>
      Object.entries(steps).flatMap(([name, { by }]) => (by === "service" ? [name] : [])),
    );
  /** Entries of the audit log that the service writes about itself. */
  const audited = PATHS.filter((path) => /^worker\/features\/.*\.ts$/.test(path)).flatMap((path) =>
    [...read(path).matchAll(/actor_id: SERVICE_ACTOR,\s*action: (.*?),\n/g)].flatMap(([, action = ""]) =>
      [...action.matchAll(/"([a-z_]+)"/g)].map(([, name]) => name),
    ),
  );
  const acts = [
    ...byService(ORDER_GRAPH).map((name) => `order ${name}`),
    ...byService(TRADE_GRAPH).map((name) => `trade ${name}`),
    ...audited.map((name) => `audit ${name}`),
    ...jobs.map((name) => `job ${name}`),
    "offer limit",
  ];

  it("has a line for each act of the service, or says why it decides about nobody", () => {
    const declared = [
      ...automatedDecisions(DEFAULT_SITE_SETTINGS).flatMap((decision) => decision.acts),
      ...Object.values(noDecision).flat(),
    ];
    expect(declared.toSorted()).toEqual([...new Set(acts)].toSorted());
  });
});

it("has no number in the policies' texts but those that code or settings hold", () => {
  const sources =
    /^(web\/features\/community\/legal\/.*-screen\.tsx|worker\/domain\/site\/policies\/(?!cookies).*\.ts)$/;
  /** Numbers of laws, of a phone, and of the decision about records, which no job ends yet. */
  const known = /Privacy Act 1988|1300 363|^\s*992|principle 1\.7|10 December 2026|At least 7 years/;
  const left = linesOf(sources).filter(({ text }) => {
    const words = text
      .replace(
        /^import .*|"[#.][^"]*"|className="[^"]*"|href="[^"]*"|"https?:[^"]*"|updated="[^"]*"|\$\{[^}]*\}|[=>] \d|"[a-z_]+( [a-z_0-9]+)+"/g,
        "",
      )
      .replace(/^\s*(\*|\/\/|\/\*\*).*/, "");
    return /\d/.test(words) && !known.test(text) && !/^(const|export const) /.test(text);
  });
  expect(left.map(({ at, text }) => `${at} ${text.trim()}`)).toEqual([]);
});
