/** What has been checked of a person: badges, and the confirmation of a phone number in the settings (D70). */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { ChecksReply } from "#contract/account/phone";
import { ChecksSection } from "../../web/features/account/settings/checks-section.tsx";
import { CHECK_LABELS } from "../../web/lib/check-labels.ts";
import { serve } from "../support/web/api.ts";
import { renderAt } from "../support/web/render.tsx";

const REPLY: ChecksReply = { checks: ["email"], phone_offered: true, phone: null, pending: null, server_now: 0 };
const PENDING = { number: "0412 345 678", expires_at: Date.UTC(2026, 10, 26), tries_left: 5 };

function show() {
  return renderAt("/", <ChecksSection />);
}

describe("badges", () => {
  it("never say just that a person is verified", () => {
    expect(CHECK_LABELS).toEqual({
      email: "Email confirmed",
      phone: "Phone confirmed",
      payouts: "Payout account checked by Stripe",
    });
  });
});

describe("confirmed details in the settings", () => {
  it("asks for a number, then for its code, and shows the badge", async () => {
    const user = userEvent.setup();
    const wrong = "That's not the code. 4 tries left.";
    const refused = {
      error: {
        code: "invalid",
        message: wrong,
        details: { fields: [{ field: "code", message: wrong }] },
        request_id: "t",
      },
    };
    const answers = [
      { status: 422, body: refused },
      { body: { ...REPLY, checks: ["email", "phone"], phone: "0412 345 678" } },
    ];
    const calls = serve({
      "GET /api/account/checks": () => ({ body: REPLY }),
      "POST /api/account/phone/code": () => ({ body: { ...REPLY, pending: PENDING } }),
      "POST /api/account/phone/confirm": () => answers.shift() ?? { status: 500, body: {} },
    });
    show();
    await user.click(await screen.findByRole("button", { name: "Confirm a number" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Confirm your phone number" }));
    await user.type(dialog.getByLabelText(/Mobile number/), "03 9123 4567");
    await user.click(dialog.getByRole("button", { name: "Text me a code" }));
    expect(await dialog.findByText("Enter an Australian mobile number, such as 0412 345 678.")).toBeDefined();
    await user.clear(dialog.getByLabelText(/Mobile number/));
    await user.type(dialog.getByLabelText(/Mobile number/), "0412 345 678");
    await user.click(dialog.getByRole("button", { name: "Text me a code" }));
    const code = await dialog.findByLabelText<HTMLInputElement>(/Code/);
    expect(code.autocomplete).toBe("one-time-code");
    expect(dialog.getByText(/We've texted a code to 0412 345 678\./)).toBeDefined();
    await user.type(code, "111111");
    await user.click(dialog.getByRole("button", { name: "Confirm" }));
    expect(await dialog.findByText(wrong)).toBeDefined();
    await user.clear(code);
    await user.type(code, "123 456");
    await user.click(dialog.getByRole("button", { name: "Confirm" }));
    expect(await screen.findByText("Phone confirmed")).toBeDefined();
    expect(screen.getByText("0412 345 678")).toBeDefined();
    expect(calls.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
      { number: "0412 345 678" },
      { code: "111111" },
      { code: "123456" },
    ]);
  });

  it("goes on with a code that was sent before, and lets the person use another number", async () => {
    const user = userEvent.setup();
    serve({ "GET /api/account/checks": () => ({ body: { ...REPLY, pending: PENDING } }) });
    show();
    await user.click(await screen.findByRole("button", { name: "Confirm a number" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByLabelText(/Code/)).toBeDefined();
    await user.click(dialog.getByRole("button", { name: "Use another number" }));
    expect(dialog.getByLabelText(/Mobile number/)).toBeDefined();
  });

  it("removes the number", async () => {
    const user = userEvent.setup();
    const calls = serve({
      "GET /api/account/checks": () => ({ body: { ...REPLY, checks: ["email", "phone"], phone: "0412 345 678" } }),
      "DELETE /api/account/phone": () => ({ body: REPLY }),
    });
    show();
    await user.click(await screen.findByRole("button", { name: "Remove number" }));
    await waitFor(() => expect(screen.queryByText("0412 345 678")).toBeNull());
    expect(calls.at(-1)).toMatchObject({ method: "DELETE" });
  });

  it("does not mention phones where there is no provider", async () => {
    serve({ "GET /api/account/checks": () => ({ body: { ...REPLY, phone_offered: false } }) });
    show();
    expect(await screen.findByText("Email confirmed")).toBeDefined();
    expect(screen.queryByText("Phone")).toBeNull();
    expect(screen.queryByRole("button")).toBeNull();
  });
});
