import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router-dom";
import { afterEach, describe, expect, it } from "vitest";
import type { SessionReply } from "#contract/account/auth";
import type { OwnProfile } from "#contract/account/profiles";
import AccountTypeScreen from "../../web/features/account/settings/account-type-screen.tsx";
import BusinessSignupScreen from "../../web/features/account/settings/business-signup-screen.tsx";
import { BusinessOnboardingScreen, OnboardingScreen } from "../../web/features/account/settings/onboarding-screen.tsx";
import { person, refused, serve, visitor } from "../support/web/api.ts";
import { renderRouter } from "../support/web/render.tsx";

afterEach(() => sessionStorage.clear());

const BUSINESS = { id: "biz_1", name: "Robin & Co", abn: "51824753556", website: null, phone: null, created_at: 0 };
const STORE = { name: null, description: "", banner: null };

type Handlers = Parameters<typeof serve>[0];

function open(path: string, session: SessionReply, handlers: Handlers = {}) {
  let profile = session.profile as OwnProfile;
  const calls = serve({
    "GET /api/auth/session": () => ({ body: { ...session, profile } }),
    "GET /api/profile": () => ({ body: profile }),
    "GET /api/business": () => ({ body: { business: null } }),
    "GET /api/store": () => ({ body: STORE }),
    "PATCH /api/profile": (body) => {
      profile = { ...profile, ...(body as object) };
      return { body: profile };
    },
    "PUT /api/store": (body) => ({ body: { ...STORE, ...(body as object) } }),
    "PUT /api/business": () => ({ body: BUSINESS }),
    "POST /api/onboarding": (body) => ({ body: { ...profile, ...(body as object) } }),
    ...handlers,
  });
  const router = createMemoryRouter(
    [
      { path: "/AccountTypeSelection", element: <AccountTypeScreen /> },
      { path: "/BusinessSignup", element: <BusinessSignupScreen /> },
      { path: "/Onboarding", element: <OnboardingScreen /> },
      { path: "/BusinessOnboarding", element: <BusinessOnboardingScreen /> },
      { path: "*", element: <p>Elsewhere</p> },
    ],
    { initialEntries: [path] },
  );
  renderRouter(router);
  const writes = () => calls.filter((call) => call.method !== "GET");
  return { router, writes, user: userEvent.setup() };
}

describe("the choice of an account type", () => {
  it("is open to visitors and links to sign-up, onboarding and the business sign-up", async () => {
    open("/AccountTypeSelection", visitor);
    expect(await screen.findByRole("link", { name: "Become a seller" })).toHaveProperty(
      "href",
      expect.stringMatching(/\/Onboarding$/),
    );
    expect(screen.getByRole("link", { name: "Sell as a business" })).toHaveProperty(
      "href",
      expect.stringMatching(/\/BusinessSignup$/),
    );
    expect(screen.getByRole("link", { name: "Create an account" })).toBeTruthy();
    expect(screen.queryByText("Your account")).toBeNull();
  });

  it("marks the current type, and asks before a seller returns to individual", async () => {
    const { user, writes } = open("/AccountTypeSelection", person({ account_type: "seller" }));
    await screen.findByText("Your account");
    await user.click(screen.getByRole("button", { name: "Go back to individual" }));
    const dialog = await screen.findByRole("dialog");
    expect(writes()).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: "Go back" }));
    await waitFor(() =>
      expect(writes()).toEqual([{ method: "POST", path: "/api/onboarding", body: { account_type: "individual" } }]),
    );
  });
});

describe("onboarding", () => {
  it("requires the place, saves every step and ends with a seller account", async () => {
    const { user, writes, router } = open("/Onboarding", person({ full_name: "Maya Okafor" }));
    await screen.findByRole("heading", { name: "Your details" });
    await user.click(screen.getByRole("button", { name: "Save and continue" }));
    expect(await screen.findByText("Please enter the suburb where your items are.")).toBeTruthy();
    expect(writes()).toEqual([]);

    await user.type(screen.getByLabelText("Suburb"), "Brunswick");
    await user.click(screen.getByRole("button", { name: "Save and continue" }));
    await screen.findByRole("heading", { name: "Getting paid" });
    expect(router.state.location.search).toBe("?step=payment");
    expect(writes().at(-1)).toMatchObject({ path: "/api/profile", body: { suburb: "Brunswick" } });

    await user.type(screen.getByLabelText("Account name"), "Maya Okafor");
    await user.type(screen.getByLabelText("BSB"), "062000");
    await user.type(screen.getByLabelText("Account number"), "12345678");
    expect(screen.getByLabelText("BSB")).toHaveProperty("value", "062-000");
    await user.click(screen.getByRole("button", { name: "Save and continue" }));
    await screen.findByRole("heading", { name: "Your store" });
    expect(writes().at(-1)?.body).toMatchObject({ bank_details: { account_name: "Maya Okafor", bsb: "062-000" } });

    await user.type(screen.getByLabelText(/Store name/), "Lamps of Brunswick");
    await user.click(screen.getByRole("button", { name: "Finish" }));
    expect(await screen.findByRole("heading", { name: "You're a seller" })).toBeTruthy();
    expect(writes().slice(-2)).toEqual([
      {
        method: "PUT",
        path: "/api/store",
        body: { name: "Lamps of Brunswick", description: "", banner_id: null },
      },
      { method: "POST", path: "/api/onboarding", body: { account_type: "seller" } },
    ]);
  });

  it("shows a taken store name at its field and stays on the step", async () => {
    const message = "Another store has this name. Please choose a different one.";
    const { user, writes } = open("/Onboarding?step=store", person({ suburb: "Brunswick" }), {
      "PUT /api/store": () => refused(409, "conflict", message, { fields: [{ field: "name", message }] }),
    });
    await user.type(await screen.findByLabelText(/Store name/), "Taken");
    await user.click(screen.getByRole("button", { name: "Finish" }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(writes().map(({ path }) => path)).toEqual(["/api/store"]);
  });
});

describe("the business sign-up", () => {
  const fill = async (user: ReturnType<typeof userEvent.setup>, abn: string) => {
    await user.type(await screen.findByLabelText("Business name"), "Robin & Co");
    await user.type(screen.getByLabelText("ABN"), abn);
  };

  it("refuses an ABN with a wrong check digit before anything is sent", async () => {
    const { user, writes } = open("/BusinessSignup", visitor);
    await fill(user, "51 824 753 557");
    await user.click(screen.getByRole("button", { name: "Create business account" }));
    expect(await screen.findByText("That isn't a valid ABN. Please check the digits.")).toBeTruthy();
    expect(writes()).toEqual([]);
  });

  it("creates a visitor's account, then the business, and continues with onboarding", async () => {
    let session = visitor;
    const { user, writes, router } = open("/BusinessSignup", visitor, {
      "GET /api/auth/session": () => ({ body: session }),
      "POST /api/auth/sign-up": () => {
        session = person();
        return { status: 201, body: session };
      },
    });
    await fill(user, "51824753556");
    await user.type(screen.getByLabelText("Your name"), "Robin Example");
    expect(screen.getByLabelText("ABN")).toHaveProperty("value", "51 824 753 556");
    await user.type(screen.getByLabelText("Email"), "robin@example.com");
    await user.type(screen.getByLabelText("Password"), "seven green parrots");
    await user.click(screen.getByRole("button", { name: "Create business account" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/BusinessOnboarding"));
    expect(writes().map(({ path }) => path)).toEqual(["/api/auth/sign-up", "/api/business"]);
    expect(writes()[1]?.body).toMatchObject({ name: "Robin & Co", abn: "51 824 753 556" });
    expect(sessionStorage.length).toBe(0);
  });

  it("keeps the entries for an address that already has an account, but not the password", async () => {
    const { user, writes } = open("/BusinessSignup", visitor, {
      "POST /api/auth/sign-up": () => ({ status: 202, body: { message: "Check your inbox: it is there." } }),
    });
    await fill(user, "51824753556");
    await user.type(screen.getByLabelText("Your name"), "Robin Example");
    await user.type(screen.getByLabelText("Email"), "robin@example.com");
    await user.type(screen.getByLabelText("Password"), "seven green parrots");
    await user.click(screen.getByRole("button", { name: "Create business account" }));
    expect(await screen.findByText(/Check your inbox: it is there/)).toBeTruthy();
    expect(writes().map(({ path }) => path)).toEqual(["/api/auth/sign-up"]);
    expect(JSON.parse(sessionStorage.getItem("goodstreet-business-sign-up") ?? "{}")).toMatchObject({
      name: "Robin & Co",
    });
    expect(sessionStorage.getItem("goodstreet-business-sign-up")).not.toContain("parrots");
  });

  it("asks a signed-in user only for the business", async () => {
    const { user, writes } = open("/BusinessSignup", person());
    await fill(user, "51824753556");
    expect(screen.queryByLabelText("Email")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Continue" }));
    await waitFor(() => expect(writes().map(({ path }) => path)).toEqual(["/api/business"]));
  });
});
