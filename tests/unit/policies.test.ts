/** The policies say what the code does: nothing is stored, sent or decided without its line (D90). */
import { describe, expect, it } from "vitest";
import { INTEGRATIONS } from "#contract/site/integrations";
import { PERSONAL_DATA } from "#domain/account/personal-data/declaration";
import { columnsIn } from "#domain/account/personal-data/rules";
import { ORDER_GRAPH } from "#domain/orders/order-graph";
import { COOKIE_SECONDS } from "#domain/site/policies/cookies";
import { type PolicyFacts, policyValues } from "#domain/site/policies/values";
import { DEFAULT_SITE_SETTINGS, SITE_NUMBER_NAMES, SITE_NUMBERS, type SiteNumber } from "#domain/site/site-settings";
import { TRADE_GRAPH } from "#domain/trades/trade";
import { renderPolicy } from "../../worker/features/site/policies/render.ts";
import { linesOf, PATHS, read } from "../support/repository.ts";
/** What the rows of /Privacy and the automated decisions stand for: columns, jobs and acts of the service. */
import register from "./policies.json" with { type: "json" };

const FOLDER = "worker/features/site/policies";
const documentAt = (name: string) => read(`${FOLDER}/${name}.md`);
const automated_decisions = documentAt("automated-decisions");
const POLICIES = {
  privacy: documentAt("privacy"),
  terms: documentAt("terms"),
  howwedecide: documentAt("how-we-decide"),
  accessibility: documentAt("accessibility"),
};

const FACTS: PolicyFacts = {
  settings: DEFAULT_SITE_SETTINGS,
  support_email: "support@example.com",
  cards: true,
  receivers: { stripe: true, google: true, mail: true, sms: "Twilio", prices: true, push: true, maps: "tiles.example" },
};

const pageOf = (name: keyof typeof POLICIES, facts: PolicyFacts) =>
  renderPolicy(POLICIES[name], { ...policyValues(facts), [name]: true }, { automated_decisions });

const NAMES = Object.keys(POLICIES) as (keyof typeof POLICIES)[];

/** The text of all of them, as it reads with these facts. */
const textOf = (facts: PolicyFacts) =>
  NAMES.map((name) => pageOf(name, facts))
    .flatMap(({ title, summary, chapters }) => [title, summary, ...chapters.flatMap((one) => [one.title, one.html])])
    .join("\n")
    .replace(/<[^>]*>/g, "");

const jobs = [...read("worker/jobs/schedule.ts").matchAll(/\{ name: "([^"]+)", run/g)].map(([, name = ""]) => name);

/** Jobs that delete what is old; one of another name has to be added here. */
const isRetention = (job: string) => /^(remove|erase|repeat|back-up)-|^refresh-popularity$/.test(job);

/** The subjects of a list: "- **Subject:** …" or "- **Subject.** …". */
const subjectsOf = (text: string) => [...text.matchAll(/^- \*\*([^*]+)[:.]\*\*/gm)].map(([, subject = ""]) => subject);

describe("what /Privacy says we keep", () => {
  const rows: { columns?: string[]; jobs?: string[] }[] = Object.values(register.kept);

  it("has one row for each column with personal data, and no other", () => {
    const said = rows.flatMap(({ columns = [] }) =>
      columns.flatMap((entry) => {
        const [table = "", ...names] = entry.split(" ");
        return names.map((name) => `${table}.${name}`);
      }),
    );
    const stored = Object.entries(PERSONAL_DATA).flatMap(([table, { personal, kept = {} }]) =>
      [...columnsIn(personal), ...Object.keys(kept)].map((name) => `${table}.${name}`),
    );
    expect(said.toSorted()).toEqual(stored.toSorted());
    expect(subjectsOf(POLICIES.privacy.split("{#kept}")[1]?.split("\n## ")[0] ?? "")).toEqual(
      Object.keys(register.kept),
    );
  });

  it("names each job that ends something", () => {
    expect(rows.flatMap(({ jobs: ends = [] }) => ends).toSorted()).toEqual(jobs.filter(isRetention).toSorted());
  });

  it("has a line for every cookie", () => {
    const written = linesOf(/^worker\/(http|features)\/.*\.ts$/).filter(
      ({ path, text }) => text.includes("writeCookie(") && path !== "worker/http/cookies.ts",
    );
    expect(written).toHaveLength(Object.keys(COOKIE_SECONDS).length);
  });
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

  it("have a line for each act of the service, or a reason why it decides about nobody", () => {
    const declared = [...Object.values(register.decided).flat(), ...Object.values(register["decides nothing"]).flat()];
    expect(declared.toSorted()).toEqual([...new Set(acts)].toSorted());
    expect(subjectsOf(automated_decisions)).toEqual(Object.keys(register.decided));
  });
});

describe("the documents of the policies", () => {
  it("name every value and condition that the code gives, and no other", () => {
    const named = [...Object.values(POLICIES), automated_decisions].flatMap((text) =>
      [...text.matchAll(/\{\{[{#^/]?(\w+)\}\}/g)].map(([, name = ""]) => name),
    );
    expect([...new Set(named)].toSorted()).toEqual([...Object.keys(policyValues(FACTS)), "privacy"].toSorted());
    expect(named).toEqual(expect.arrayContaining([...INTEGRATIONS, "maps"]));
  });

  it("have no number but those of values", () => {
    /** Numbers of laws, a standard and a phone, and of the decision about records, which no job ends yet. */
    const known = /^Last changed .*|Privacy Act 1988|Guidelines 2.2|1300 363 992|At least 7 years/gm;
    const left = PATHS.filter((path) => path.startsWith(FOLDER) && path.endsWith(".md")).flatMap((path) =>
      read(path)
        .replace(/\{\{[^}]*\}\}|\]\([^)]*\)/g, "")
        .replace(known, "")
        .split("\n")
        .filter((line) => /\d/.test(line)),
    );
    expect(left).toEqual([]);
  });

  it("have a date, a summary, and chapters with a title, a text and an anchor of their own", () => {
    for (const name of NAMES) {
      const { title, changed, summary, chapters } = pageOf(name, FACTS);
      expect(`${title}. ${changed}. ${summary}`).toMatch(/^\w.*\. Last changed \d.*\. <p>/);
      for (const { id, title: chapter, html } of chapters) {
        expect(`${id}: ${chapter}`).toMatch(/^[a-z-]+: \w/);
        // The figures of the last year are the screen's.
        expect(html).toMatch(id === "figures" ? /^$/ : /^<(p|ul)>/);
      }
      expect(new Set(chapters.map(({ id }) => id)).size).toBe(chapters.length);
    }
  });

  it("name the site and who runs it, whatever their names contain", () => {
    const operator = {
      ...DEFAULT_SITE_SETTINGS.operator,
      legal_name: "Corner & *Sons* Pty Ltd",
      abn: "51824753556",
      address: "1 High St, Fitzroy VIC 3065",
      state: "TAS",
      privacy_email: "privacy@corner.example",
    };
    const text = textOf({ ...FACTS, settings: { ...FACTS.settings, site_name: "Nach_bar_", operator } });
    expect(text).not.toContain("Goodstreet");
    expect(text).toContain(
      "Nach_bar_ is run by Corner &#x26; *Sons* Pty Ltd, ABN 51 824 753 556, 1 High St, Fitzroy VIC 3065.",
    );
    expect(text).toContain("What Nach_bar_ is\n");
    expect(text).toMatch(/The law of Tasmania, Australia,\s+applies/);
    expect(text).toContain("privacy@corner.example");
    expect(textOf({ ...FACTS, support_email: "" })).toMatch(/Write to our support address\s+or/);
  });

  it("leave out what is switched off", () => {
    const off = { ...FACTS.settings.features, knowzee: false, crypto: false, trades: false };
    const text = textOf({ ...FACTS, cards: false, settings: { ...FACTS.settings, features: off } });
    const parts = /How Knowzee answers|Swap circles|by crypto within|as their agent for payment/;
    expect(text).not.toMatch(parts);
    expect(textOf(FACTS)).toMatch(/by crypto within\s+2 hours.*as\s+their agent for payment/s);
    const none = { stripe: false, google: false, mail: false, sms: null, prices: false, push: false, maps: null };
    expect(textOf({ ...FACTS, receivers: none })).not.toMatch(/Twilio|CoinGecko|tiles\.example/);
  });

  /** No sentence is about these: the offer, the checkout or the invoice says them. */
  const ELSEWHERE: SiteNumber[] = ["offer_minutes", "unsettled_transfers", "gst_bp", "credit_gst_bp"];

  it.each(SITE_NUMBER_NAMES.filter((name) => !ELSEWHERE.includes(name)))("follow the setting %s", (name) => {
    const { min, max } = SITE_NUMBERS[name];
    const at = (value: number) =>
      textOf({ ...FACTS, settings: { ...FACTS.settings, numbers: { ...FACTS.settings.numbers, [name]: value } } });
    expect(at(min)).not.toBe(at(max));
  });
});
