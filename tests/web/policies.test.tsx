/** The policies as pages: chapters with anchors, the figures of the last year, and links that load no page. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Route, Routes } from "react-router-dom";
import { describe, expect, it } from "vitest";
import type { PolicyPage } from "#contract/site/policies";
import PolicyScreen from "../../web/features/community/legal/policy-screen.tsx";
import { serve } from "../support/web/api.ts";
import { renderAt } from "../support/web/render.tsx";

const POLICY: PolicyPage = {
  title: "How we decide",
  changed: "Last changed 29 November 2026",
  summary: "<p>People decide.</p>",
  chapters: [
    { id: "figures", title: "The last year in numbers", html: "" },
    { id: "appeals", title: "How to appeal", html: '<p>Use the <a href="/Contact">Contact page</a>.</p>' },
  ],
};
const FIGURES = {
  reports: { decided: 128, changed_percent: 43, median_hours: 6 },
  appeals: { decided: null, changed_percent: null, median_hours: null },
  since: 0,
  server_now: 0,
};

function open() {
  serve({
    "GET /api/policies/howwedecide": () => ({ body: POLICY }),
    "GET /api/decision-figures": () => ({ body: FIGURES }),
  });
  renderAt(
    "/HowWeDecide",
    <Routes>
      <Route path="/HowWeDecide" element={<PolicyScreen />} />
      <Route path="/Contact" element="Write to us" />
    </Routes>,
  );
}

describe("a policy", () => {
  it("has a title, a date and a link to each chapter", async () => {
    open();
    await screen.findByRole("heading", { level: 1, name: POLICY.title });
    expect(screen.getByText(POLICY.changed)).toBeDefined();
    const links = [...screen.getByRole("navigation").querySelectorAll("a")];
    expect(links.map(({ hash }) => hash)).toEqual(["#figures", "#appeals"]);
    for (const { hash, textContent } of links)
      expect(document.getElementById(hash.slice(1))?.querySelector("h2")?.textContent).toBe(textContent);
  });

  it("follows a link in its text without loading a page", async () => {
    open();
    await userEvent.click(await screen.findByRole("link", { name: "Contact page" }));
    await screen.findByText("Write to us");
  });

  it("shows reports and appeals, and no small numbers", async () => {
    open();
    const reports = (await screen.findByRole("heading", { level: 3, name: "Reports" })).parentElement?.textContent;
    expect(reports).toBe("ReportsDecided128We acted on43%Typical time6 hours");
    const appeals = screen.getByRole("heading", { level: 3, name: "Appeals" }).parentElement?.textContent;
    expect(appeals).toBe("AppealsDecidedFewer than 5We took backToo few to showTypical timeToo few to show");
  });
});
