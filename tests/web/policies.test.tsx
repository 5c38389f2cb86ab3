/** The three policies follow the site's settings, its operator and what is switched on. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { describe, expect, it } from "vitest";
import type { PolicyFacts } from "#contract/site/policies";
import { DEFAULT_SITE_SETTINGS, SITE_NUMBER_NAMES, SITE_NUMBERS, type SiteNumber } from "#domain/site/site-settings";
import HowWeDecideScreen from "../../web/features/community/legal/how-we-decide-screen.tsx";
import PrivacyScreen from "../../web/features/community/legal/privacy-screen.tsx";
import TermsScreen from "../../web/features/community/legal/terms-screen.tsx";
import { serve } from "../support/web/api.ts";
import { renderAt } from "../support/web/render.tsx";

const FACTS: PolicyFacts = {
  settings: DEFAULT_SITE_SETTINGS,
  support_email: "support@example.com",
  receivers: [{ id: "host", name: "Cloudflare" }],
  cards: true,
};
const OPERATOR = {
  ...DEFAULT_SITE_SETTINGS.operator,
  legal_name: "Corner Pty Ltd",
  abn: "51824753556",
  address: "1 High St, Fitzroy VIC 3065",
  state: "TAS",
  privacy_email: "privacy@corner.example",
};
const FIGURES = {
  reports: { decided: 128, changed_percent: 43, median_hours: 6 },
  appeals: { decided: null, changed_percent: null, median_hours: null },
  since: 0,
  server_now: 0,
};

const open = (path: string, element: ReactElement, facts = FACTS) => {
  serve({ "GET /api/policies": () => ({ body: facts }), "GET /api/decision-figures": () => ({ body: FIGURES }) });
  renderAt(path, element);
};

/** The text of all three, as it reads with these facts. */
function textOf(facts: PolicyFacts): string {
  const client = new QueryClient();
  client.setQueryData(["policies"], facts);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <PrivacyScreen />
        <TermsScreen />
        <HowWeDecideScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return html.replace(/<[^>]*>/g, "");
}

describe("the policies", () => {
  it.each([
    ["Privacy Policy", <PrivacyScreen key="p" />, ["Automated decisions", "What we keep, and how long", "Complaints"]],
    [
      "Terms of Service",
      <TermsScreen key="t" />,
      ["Missed payments and pickups", "Knowzee", "Australian Consumer Law"],
    ],
    ["How we decide", <HowWeDecideScreen key="h" />, ["Reports", "How to appeal", "How ratings count"]],
  ] as const)("%s: links to each chapter and names the support address", async (title, element, chapters) => {
    open("/Terms", element);
    expect((await screen.findAllByText("support@example.com")).length).toBeGreaterThan(0);
    expect(screen.getByRole("heading", { level: 1, name: title })).toBeDefined();
    for (const link of screen.getByRole("navigation").querySelectorAll("a")) {
      const target = document.getElementById(link.hash.slice(1));
      expect(target?.querySelector("h2")?.textContent).toBe(link.textContent);
    }
    for (const chapter of chapters) expect(screen.getByRole("heading", { name: chapter })).toBeDefined();
  });

  it("shows reports and appeals, and no small numbers", async () => {
    open("/HowWeDecide", <HowWeDecideScreen />);
    const reports = (await screen.findByRole("heading", { level: 3, name: "Reports" })).parentElement?.textContent;
    expect(reports).toBe("ReportsDecided128We acted on43%Typical time6 hours");
    const appeals = screen.getByRole("heading", { level: 3, name: "Appeals" }).parentElement?.textContent;
    expect(appeals).toBe("AppealsDecidedFewer than 5We took backToo few to showTypical timeToo few to show");
  });

  it("name the site and who runs it", () => {
    const text = textOf({ ...FACTS, settings: { ...DEFAULT_SITE_SETTINGS, site_name: "Nachbar", operator: OPERATOR } });
    expect(text).not.toContain("Goodstreet");
    expect(text).toContain("Nachbar is run by Corner Pty Ltd, ABN 51 824 753 556, 1 High St, Fitzroy VIC 3065.");
    expect(text).toContain("The law of Tasmania, Australia, applies");
    expect(text).toContain("privacy@corner.example");
  });

  it("leave out what is switched off", () => {
    const off = { ...DEFAULT_SITE_SETTINGS.features, knowzee: false, crypto: false, trades: false };
    const text = textOf({ ...FACTS, cards: false, settings: { ...DEFAULT_SITE_SETTINGS, features: off } });
    expect(text).not.toMatch(/How Knowzee answers|Swap circles|by crypto within|as their agent for payment/);
    expect(textOf(FACTS)).toMatch(/by crypto within 2 hours.*as their agent for payment/);
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
