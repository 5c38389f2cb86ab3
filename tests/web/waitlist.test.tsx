import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentProps } from "react";
import { MemoryRouter } from "react-router-dom";
import { describe, expect, it, vi } from "vitest";
import type { SessionReply } from "#contract/account/auth";
import { MESSAGES } from "#contract/copy";
import { WaitlistPanel } from "../../web/features/holds/waitlist-panel.tsx";
import { SESSION_KEY } from "../../web/lib/query-client.ts";
import { person, serve, visitor } from "../support/web/api.ts";
import { collectToasts } from "../support/web/toasts.ts";
import { Where, where } from "../support/web/where.tsx";

const LINE = "/api/items/itm_bike/line";
const REPLY = {
  line_length: 1,
  line_place: 1,
  your_turn: false,
  line_open: false,
  reserved_until: null,
  server_now: 0,
};

const toasts = collectToasts();
type Live = ComponentProps<typeof WaitlistPanel>["live"];

async function show(live: Partial<Live>, handlers: Parameters<typeof serve>[0] = {}, session: SessionReply = person()) {
  const calls = serve({ "GET /api/auth/session": () => ({ body: session }), ...handlers });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(SESSION_KEY, session);
  const changed = vi.fn();
  const whole: Live = {
    status: "reserved",
    line_length: 0,
    line_place: null,
    your_turn: false,
    line_open: true,
    ...live,
  };
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={["/ItemDetail/itm_bike"]}>
        <WaitlistPanel itemId="itm_bike" live={whole} onChanged={changed} />
        <Where />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await act(async () => {});
  return { calls, changed };
}

const button = (name: string) => screen.queryByRole("button", { name });

describe("WaitlistPanel before joining the waitlist", () => {
  it("explains the waitlist, shows its length and joins it", async () => {
    const { calls, changed } = await show({ line_length: 2 }, { [`POST ${LINE}`]: () => ({ body: REPLY }) });
    expect(screen.getByRole("status").textContent).toBe(
      "2 people are waiting. If it becomes available, we'll hold it for 10 minutes for the first person in the queue.",
    );
    await userEvent.click(screen.getByRole("button", { name: "Join the queue" }));
    await waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
    expect(calls.filter(({ path }) => path === LINE)).toEqual([{ method: "POST", path: LINE, body: undefined }]);
  });

  it("uses the singular for one person, and shows no number for an empty waitlist", async () => {
    await show({ line_length: 1 });
    expect(screen.getByText(/^1 person is waiting\./)).toBeTruthy();
    await show({ line_length: 0 });
    expect(screen.getByText(/^If it becomes available/)).toBeTruthy();
  });

  it("offers nothing when the item is available or the viewer may not join", async () => {
    await show({ status: "active", line_open: false });
    await show({ status: "reserved", line_open: false });
    expect(button("Join the queue")).toBeNull();
    for (const status of screen.getAllByRole("status")) expect(status.textContent).toBe("");
  });

  it("shows a full waitlist that cannot be joined", async () => {
    await show({ status: "pending_payment", line_length: 5, line_open: false });
    expect(screen.getByText("5 people are waiting. The queue is full.")).toBeTruthy();
    expect(button("Join the queue")).toBeNull();
  });

  it("sends a visitor to sign in and back", async () => {
    const { calls } = await show({}, {}, visitor);
    await userEvent.click(screen.getByRole("button", { name: "Join the queue" }));
    expect(where()).toBe("/SignIn?returnUrl=%2FItemDetail%2Fitm_bike");
    expect(calls.some(({ path }) => path === LINE)).toBe(false);
  });

  it("shows the reason of a refusal and loads the item again", async () => {
    const error = { code: "wrong_state", message: MESSAGES.lineFull, request_id: "t" };
    const { changed } = await show({ line_length: 4 }, { [`POST ${LINE}`]: () => ({ status: 409, body: { error } }) });
    await userEvent.click(screen.getByRole("button", { name: "Join the queue" }));
    await waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
    expect(toasts).toEqual([{ title: "That didn't work", description: MESSAGES.lineFull, variant: "destructive" }]);
  });
});

describe("WaitlistPanel of a waiting buyer", () => {
  it("shows the position and lets the buyer leave", async () => {
    const { calls, changed } = await show(
      { line_length: 3, line_place: 2, line_open: false },
      { [`DELETE ${LINE}`]: () => ({ body: { ...REPLY, line_place: null } }) },
    );
    expect(screen.getByText("You're number 2 in the queue")).toBeTruthy();
    expect(button("Join the queue")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Leave the queue" }));
    await waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
    expect(calls.some(({ method, path }) => method === "DELETE" && path === LINE)).toBe(true);
  });

  it("shows the offered hold and lets the buyer decline it", async () => {
    const { calls } = await show(
      { line_length: 1, your_turn: true, line_open: false },
      { [`DELETE ${LINE}`]: () => ({ body: REPLY }) },
    );
    expect(screen.getByText(/^Only you can buy it now\./)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Give up my turn" }));
    await waitFor(() => expect(calls.some(({ method }) => method === "DELETE")).toBe(true));
  });
});
