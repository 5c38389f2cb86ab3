import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Route, Routes } from "react-router-dom";
import { describe, expect, it } from "vitest";
import SignInScreen from "../../web/features/account/auth/sign-in-screen.tsx";
import { NearPlaceProvider } from "../../web/features/places/index.ts";
import type { NearPlace } from "../../worker/contract/places.ts";
import { person, refused, serve, visitor } from "../support/web/api.ts";
import { NEWTOWN } from "../support/web/market.tsx";
import { renderAt } from "../support/web/render.tsx";

async function open(near: NearPlace | null, handlers: Parameters<typeof serve>[0] = {}) {
  const calls = serve({
    "GET /api/auth/session": () => ({ body: visitor }),
    "GET /api/places/near": () => ({ body: { near } }),
    "GET /api/places": () => ({ body: { items: [] } }),
    ...handlers,
  });
  renderAt(
    "/SignIn?returnUrl=%2FCart",
    <NearPlaceProvider>
      <Routes>
        <Route path="/SignIn" element={<SignInScreen />} />
        <Route path="/Cart" element={<p>The cart</p>} />
      </Routes>
    </NearPlaceProvider>,
    visitor,
  );
  await waitFor(() => expect(calls.some(({ path }) => path === "/api/places/near")).toBe(true));
  await userEvent.click(screen.getByRole("tab", { name: "Create account" }));
  await userEvent.type(screen.getByLabelText("Name"), "Nina Newcomer");
  await userEvent.type(screen.getByLabelText("Email"), "nina@example.com");
  await userEvent.type(screen.getByLabelText("Password"), "seven green parrots");
  return calls;
}

const signUp = () => userEvent.click(screen.getByRole("button", { name: "Create account" }));
const suburb = () => screen.getByLabelText<HTMLInputElement>(/^Suburb/);

describe("creating an account", () => {
  it("names the Terms and the Privacy Policy it agrees to, with links", async () => {
    await open(null);
    const line = screen.getByText(/^By creating an account you agree to the/);
    expect(line.textContent).toBe(
      "By creating an account you agree to the Terms and say that you're 18 or older. How we use your information, some of it overseas, is in the Privacy Policy.",
    );
    expect([...line.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toEqual(["/Terms", "/Privacy"]);
  });

  it("asks once about an address with a likely slip, and believes the person (D110)", async () => {
    const calls = await open(null, { "POST /api/auth/sign-up": () => ({ body: person() }) });
    const sent = () => calls.filter(({ path }) => path === "/api/auth/sign-up");
    const email = screen.getByLabelText<HTMLInputElement>("Email");
    const retype = async (address: string) => {
      await userEvent.clear(email);
      await userEvent.type(email, address);
    };
    await retype("nina@gmial.com");
    await signUp();
    expect(await screen.findByText("Did you mean nina@gmail.com?")).toBeTruthy();
    expect(sent()).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Yes, use that" }));
    expect(email.value).toBe("nina@gmail.com");
    expect(screen.queryByText(/^Did you mean/)).toBeNull();
    await retype("nina@gmail.con");
    await signUp();
    expect(await screen.findByText("Did you mean nina@gmail.com?")).toBeTruthy();
    await signUp();
    expect(await screen.findByText("The cart")).toBeTruthy();
    expect(sent()).toMatchObject([{ body: { email: "nina@gmail.con" } }]);
  });

  it("works without a suburb", async () => {
    const calls = await open(null, { "POST /api/auth/sign-up": () => ({ body: person() }) });
    await signUp();
    expect(await screen.findByText("The cart")).toBeTruthy();
    expect(calls.find(({ path }) => path === "/api/auth/sign-up")?.body).toMatchObject({ suburb: "" });
  });

  it("offers the suburb this visitor has set, and sends it", async () => {
    const calls = await open(NEWTOWN, { "POST /api/auth/sign-up": () => ({ body: person() }) });
    expect(suburb().value).toBe("Newtown NSW 2042");
    await signUp();
    expect(await screen.findByText("The cart")).toBeTruthy();
    expect(calls.find(({ path }) => path === "/api/auth/sign-up")?.body).toMatchObject({ suburb: "Newtown NSW 2042" });
  });

  it("says at the field that a suburb is unknown", async () => {
    const message = "We don't know that place. Enter a suburb, city or postcode.";
    await open(null, {
      "POST /api/auth/sign-up": () => refused(422, "invalid", message, { fields: [{ field: "suburb", message }] }),
    });
    await userEvent.type(suburb(), "Atlantis");
    await signUp();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(suburb());
  });
});
