/** Scenes of empty, loading and failed pages. */
import type { Page } from "@playwright/test";
import { expect, type Scene } from "./scene.ts";
import cases from "./states.json" with { type: "json" };

/** Pages with a held or refused reply: path, and the pattern of their API calls. */
const CALLS = cases.calls as [string, string][];

const named = (path: string) => path.replace(/^\//, "").replace(/\W+/g, "-").toLowerCase();

/** Navigates in the browser, so that the page requests its data instead of using the server's. */
const navigateInApp = async (page: Page, path: string) => {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
  }, path);
};

const REFUSAL = {
  error: {
    code: "internal",
    message: "Something went wrong on our side. Please try again.",
    request_id: "req_gallery",
  },
};

const DAY = 86_400_000;

/** Replies about one's own data: a file that can be downloaded, with open deals or with a pending deletion. */
const OWN_DATA = {
  obstacles: [
    { kind: "order", count: 2 },
    { kind: "balance", count: 1_250 },
  ],
  deletion: { requested_at: Date.now(), due_at: Date.now() + 14 * DAY, by_staff: false },
};
const ownData = (name: string, part: { obstacles?: unknown; deletion?: unknown }): Scene => ({
  name: `own-data-${name}`,
  kind: "state",
  role: "newcomer",
  path: () => "/Settings#your-data",
  before: (page) =>
    page.route("**/api/account/data", (route) => {
      const ready = { id: "exp_1", status: "ready", requested_at: 0, expires_at: Date.now() + DAY, bytes: 3_300_000 };
      return route.fulfill({
        json: { export: ready, deletion: null, obstacles: [], server_now: Date.now(), ...part },
      });
    }),
  act: async (page) => {
    await expect(page.getByRole("link", { name: /^Download/ })).toBeVisible();
    await page.getByRole("heading", { name: "Your data" }).scrollIntoViewIfNeeded();
  },
});

const PASSKEY = { created_at: Date.now() - 40 * DAY, last_used_at: Date.now() - DAY };
const SECURITY = {
  has_password: true,
  passkeys_available: true,
  passkeys: [
    { id: "pky_1", name: "Chrome on Mac", ...PASSKEY },
    { id: "pky_2", name: "Safari on iPhone", ...PASSKEY, last_used_at: null },
  ],
  app_since: Date.now() - 40 * DAY,
  recovery_codes_left: 8,
  server_now: Date.now(),
};

/** A second factor in the settings, and the second step of a sign-in. */
const SECOND_FACTOR: readonly Scene[] = [
  {
    name: "two-step-sign-in",
    kind: "state",
    role: "newcomer",
    path: () => "/Settings#security",
    before: (page) => page.route("**/api/account/security", (route) => route.fulfill({ json: SECURITY })),
    act: async (page) => {
      await expect(page.getByText("You have 8 left.", { exact: false })).toBeVisible();
      await page.getByRole("heading", { name: "Two-step sign-in" }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "second-step",
    kind: "state",
    role: "visitor",
    path: () => "/SignIn?step=2",
    before: (page) =>
      page.route("**/api/auth/second-step", (route) =>
        route.fulfill({
          json: { second_step: { methods: ["passkey", "code"], expires_at: 1 }, server_now: Date.now() },
        }),
      ),
    act: async (page) => {
      await expect(page.getByLabel("Code")).toBeVisible();
    },
  },
];

export const STATES: readonly Scene[] = [
  ...SECOND_FACTOR,
  ownData("open-deals", { obstacles: OWN_DATA.obstacles }),
  ownData("leaving", { deletion: OWN_DATA.deletion }),
  ...cases.empty.map(
    (path): Scene => ({ name: `empty-${named(path)}`, kind: "state", role: "newcomer", path: () => path }),
  ),
  { name: "empty-search", kind: "state", role: "visitor", path: () => "/Marketplace?q=nothing+matches+this" },
  { name: "no-such-page", kind: "state", role: "visitor", path: () => "/no-such-page" },
  { name: "no-such-store", kind: "state", role: "visitor", path: () => "/Store/acc_nobody00000000000000" },
  { name: "staff-only", kind: "state", role: "buyer", path: () => "/Overview" },
  ...CALLS.map(
    ([path, calls]): Scene => ({
      name: `waiting-${named(path)}`,
      kind: "state",
      role: "buyer",
      waiting: true,
      path: () => "/Privacy",
      before: (page) => page.route(calls, () => new Promise(() => undefined)),
      act: async (page) => {
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await navigateInApp(page, path);
        await expect(page.getByText(/^Loading/).first()).toBeAttached();
      },
    }),
  ),
  ...CALLS.map(
    ([path, calls]): Scene => ({
      name: `failed-${named(path)}`,
      kind: "state",
      role: "buyer",
      path: () => "/Privacy",
      before: (page) => page.route(calls, (route) => route.fulfill({ status: 500, json: REFUSAL })),
      act: async (page) => {
        await navigateInApp(page, path);
        await expect(page.getByRole("button", { name: /Retry|Try again/ }).first()).toBeVisible();
      },
    }),
  ),
];
