import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { AiSettingsReply, AiSettingsVersion } from "#contract/negotiation";
import { DEFAULT_POLICY } from "#domain/negotiation/knowzee/engine";
import AiSettingsScreen from "../../web/features/negotiation/ai-settings-screen.tsx";
import { serve } from "../support/web/api.ts";
import { collectToasts } from "../support/web/toasts.ts";

const { soft, normal, tough } = DEFAULT_POLICY.k;
const FIRST: AiSettingsVersion = {
  version: 1,
  greetings: ["G'day!"],
  closings: [],
  policy: { ...DEFAULT_POLICY, k: { soft: [...soft], normal: [...normal], tough: [...tough] } },
  saved_at: null,
  saved_by: null,
};
const SECOND: AiSettingsVersion = {
  ...FIRST,
  version: 2,
  greetings: ["Hello."],
  saved_at: 1_000,
  saved_by: "Priya A.",
};

const toasts = collectToasts();
const THIRD = { ...FIRST, version: 3 };
const SAVED = { current: THIRD, versions: [THIRD, SECOND, FIRST] };

async function open(saved: { status?: number; body: unknown } = { body: SAVED }) {
  const reply: AiSettingsReply = { current: SECOND, versions: [SECOND, FIRST] };
  const calls = serve({
    "GET /api/admin/ai-settings": () => ({ body: reply }),
    "PUT /api/admin/ai-settings": () => saved,
    "POST /api/admin/ai-settings/preview": () => ({
      body: {
        messages: [
          {
            id: "1",
            from: "buyer",
            text: "120?",
            at: 0,
            amount: null,
            act: null,
            counter_no: null,
            item: null,
            ask_seller: null,
          },
          {
            id: "2",
            from: "knowzee",
            text: "$180!",
            at: 0,
            amount: 180,
            act: "counter",
            counter_no: 1,
            item: null,
            ask_seller: null,
          },
        ],
      },
    }),
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <AiSettingsScreen />
    </QueryClientProvider>,
  );
  await screen.findByText("Version 2");
  return calls;
}

const field = (name: RegExp | string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: RegExp | string, text: string) => fireEvent.change(field(name), { target: { value: text } });
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save settings" }));
const written = (calls: { method: string; body: unknown }[]) => calls.find(({ method }) => method === "PUT")?.body;

describe("AiSettingsScreen", () => {
  it("saves the settings with the version they were edited from", async () => {
    const saved = { ...SECOND, version: 3 };
    const calls = await open({ body: { current: saved, versions: [saved] } });
    type(/^Greetings/, "G'day!\n\n  Hello there. \n");
    type(/^Concession step/, "10");
    fireEvent.change(within(screen.getByRole("group", { name: /^Firm/ })).getByLabelText(/^Bid from 70 to 85%/), {
      target: { value: "25" },
    });
    save();
    await screen.findByText("Version 3");
    expect(written(calls)).toEqual({
      version: 2,
      greetings: ["G'day!", "Hello there."],
      closings: [],
      policy: {
        step_percent: 10,
        near_list_percent: DEFAULT_POLICY.near_list_percent,
        final_accept_percent: DEFAULT_POLICY.final_accept_percent,
        k: { soft: [...soft], normal: [...normal], tough: [tough[0], 25, tough[2]] },
      },
    });
    expect(toasts.at(-1)).toEqual({ title: "Settings saved", description: "Saved as version 3." });
  });

  it.each([
    [/^Concession step/, "90"],
    [/^Concession step/, "5.5"],
    [/^Accept within/, "-1"],
    [/^Final-turn minimum/, ""],
    [/^Greetings/, "a\nb\nc\nd\ne\nf"],
  ])("marks a value out of bounds and does not send it: %s %j", async (name, text) => {
    const calls = await open();
    type(name, text);
    save();
    expect(field(name).getAttribute("aria-invalid")).toBe("true");
    expect(toasts[0]).toMatchObject({ title: "Not saved" });
    expect(written(calls)).toBeUndefined();
  });

  it("restores an older version into the form, to be saved as a new one", async () => {
    const calls = await open();
    fireEvent.click(screen.getByRole("button", { name: "Use version 1" }));
    expect(field(/^Greetings/).value).toBe("G'day!");
    save();
    await waitFor(() => expect(written(calls)).toMatchObject({ version: 2, greetings: ["G'day!"] }));
  });

  it("shows that another admin saved first, and keeps the entries", async () => {
    const message = "These settings were changed by somebody else.";
    await open({ status: 409, body: { error: { code: "stale", message, request_id: "t" } } });
    type(/^Greetings/, "Mine.");
    save();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Load the latest version" })).toBeTruthy();
    expect(field(/^Greetings/).value).toBe("Mine.");
  });

  it("tries the settings out on a sample listing before they are saved", async () => {
    const calls = await open();
    type(/^Greetings/, "Mine.");
    await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Try it" })));
    expect(await screen.findByText("$180!")).toBeTruthy();
    expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({
      list_price: 200,
      minimum_price: 150,
      tone: "normal",
      settings: { greetings: ["Mine."] },
    });
    expect(written(calls)).toBeUndefined();
  });
});
