import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Link, Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DraftView, SaveDraftInput } from "#contract/selling/drafts";
import { DraftRows } from "../../web/features/selling/drafts/draft-rows.tsx";
import { DraftSync, discardDraft, mergeDrafts, syncDrafts } from "../../web/features/selling/drafts/draft-sync.ts";
import { draftsOf, type ItemDraft, newDraft, saveDraft } from "../../web/features/selling/drafts/drafts.ts";
import AddItemScreen from "../../web/features/selling/listing-form/add-item-screen.tsx";
import { startingValues } from "../../web/features/selling/listing-form/item-form-values.ts";
import { person } from "../support/web/api.ts";
import { renderAt } from "../support/web/render.tsx";
import { collectToasts } from "../support/web/toasts.ts";

const OWNER = person().user?.id ?? "";
const BLANK = startingValues(null, Date.now());

const values = (title: string) => ({ ...BLANK, title });
function draft(title: string, change: Partial<ItemDraft> = {}): ItemDraft {
  return { ...newDraft(OWNER, values(title), 1_000), ...change };
}
function view(of: ItemDraft, version: number, title = of.values.title): DraftView {
  return { id: of.id, version, values: values(title), photos: [], missing_photos: 0, updated_at: 5_000 };
}

/** The drafts on the server, with its version rules. */
class Account {
  readonly drafts = new Map<string, DraftView>();
  readonly ended = new Map<string, string | null>();
  readonly calls: string[] = [];
  readonly keptAlive: string[] = [];
  reachable = true;

  answer(
    method: string,
    url: string,
    body: (SaveDraftInput & Pick<DraftView, "values">) | null,
    keepalive: boolean,
  ): Response {
    if (!this.reachable) throw new TypeError("Failed to fetch");
    if (url.startsWith("/api/auth/session")) return json(person());
    if (url.startsWith("/api/price-guide")) return json({ guide: null });
    const id = url.split("/")[3] ?? "";
    this.calls.push(`${method} ${id === "" ? "list" : (body?.values.title ?? id)}`);
    if (url === "/api/drafts") return json({ items: [...this.drafts.values()], server_now: Date.now() });
    if (method === "DELETE") {
      this.end(id, null);
      return json({ ok: true });
    }
    if (body === null) throw new Error(`unexpected request: ${method} ${url}`);
    if (keepalive) this.keptAlive.push(body.values.title);
    const stored = this.drafts.get(id);
    if (this.ended.has(id)) return refusal(410, "gone", { item_id: this.ended.get(id) });
    if ((stored?.version ?? 0) !== body.version) {
      if (stored && JSON.stringify(stored.values) === JSON.stringify(body.values)) return json(stored);
      return stored ? refusal(409, "stale", { version: stored.version }) : refusal(404, "not_found", {});
    }
    const saved = {
      ...body,
      id,
      version: body.version + 1,
      photos: [],
      updated_at: Date.now(),
    } as unknown as DraftView;
    this.drafts.set(id, saved);
    return json({ id, version: saved.version, updated_at: saved.updated_at, server_now: Date.now() });
  }

  end(id: string, itemId: string | null): void {
    this.drafts.delete(id);
    this.ended.set(id, itemId);
  }

  titles(): string[] {
    return [...this.drafts.values()].map(({ values }) => values.title).sort();
  }
}
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refusal = (status: number, code: string, current: Record<string, unknown>) =>
  json({ error: { code, message: "No.", details: { current }, request_id: "r" } }, status);

let account: Account;

beforeEach(() => {
  localStorage.clear();
  account = new Account();
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init: RequestInit = {}) =>
    account.answer(
      init.method ?? "GET",
      String(input),
      typeof init.body === "string" ? JSON.parse(init.body) : null,
      init.keepalive ?? false,
    ),
  );
});
afterEach(() => vi.useRealTimers());

const titles = () =>
  draftsOf(OWNER)
    .map((one) => one.values.title)
    .sort();

describe("mergeDrafts", () => {
  it("takes changes from another device and keeps unsent local changes", () => {
    const [sent, unsent, fresh] = [
      draft("Sent", { version: 1, sent: true }),
      draft("Changed here", { version: 1, sent: false }),
      draft("From the phone"),
    ];
    const both = mergeDrafts(OWNER, [sent, unsent], [view(sent, 2, "Newer"), view(unsent, 2, "Other"), view(fresh, 1)]);
    expect(both.map((one) => [one.values.title, one.version, one.sent]).sort()).toEqual([
      ["Changed here", 1, false],
      ["From the phone", 1, true],
      ["Newer", 2, true],
    ]);
  });

  it("drops drafts listed or discarded elsewhere, but never unsent ones", () => {
    const gone = draft("Gone", { version: 3, sent: true });
    const [local, changed] = [draft("Only here"), draft("Changed", { version: 3 })];
    expect(mergeDrafts(OWNER, [gone, local, changed], []).map((one) => one.values.title)).toEqual([
      "Only here",
      "Changed",
    ]);
  });
});

describe("syncDrafts", () => {
  it("sends drafts written offline, and tolerates being offline", async () => {
    saveDraft(draft("On the train"));
    account.reachable = false;
    expect((await syncDrafts(OWNER)).map((one) => one.sent)).toEqual([false]);
    account.reachable = true;
    expect((await syncDrafts(OWNER)).map((one) => [one.version, one.sent])).toEqual([[1, true]]);
    expect(account.titles()).toEqual(["On the train"]);
  });

  it("keeps both versions of a draft that was changed on two devices", async () => {
    const mine = draft("From the laptop", { version: 1, sent: false });
    saveDraft(mine);
    account.drafts.set(mine.id, view(mine, 2, "From the phone"));
    await syncDrafts(OWNER);
    await syncDrafts(OWNER);
    expect(titles()).toEqual(["From the laptop", "From the phone"]);
    expect(account.titles()).toEqual(["From the laptop", "From the phone"]);
  });

  it("sends a discard later that was made offline", async () => {
    const discarded = draft("Not wanted", { version: 1, sent: true });
    saveDraft(discarded);
    account.drafts.set(discarded.id, view(discarded, 1));
    account.reachable = false;
    await discardDraft(OWNER, discarded.id);
    account.reachable = true;
    expect(await syncDrafts(OWNER)).toEqual([]);
    expect(account.titles()).toEqual([]);
  });

  it("does not restore a draft that was published when only the reply was lost", async () => {
    const sent = draft("Lamp");
    const body = { title: "Lamp" } as never;
    const published = { ...sent, unsynced: true, attempt: { key: "k", body, settled: false } };
    saveDraft(published);
    account.end(sent.id, "itm_lamp00000001");
    await syncDrafts(OWNER);
    // Its values differ from those that were sent, so publishing again updates that listing.
    expect(draftsOf(OWNER)).toMatchObject([{ id: sent.id, unsynced: true }]);
  });
});

describe("DraftSync", () => {
  function follow(start: ItemDraft) {
    let current = start;
    saveDraft(current);
    const sync = new DraftSync(
      () => current,
      (answer) => {
        current = { ...current, ...answer };
        saveDraft(current);
      },
      start.sent,
    );
    return {
      sync,
      type: (title: string) => {
        current = { ...current, values: values(title), sent: false };
        saveDraft(current);
        sync.changed();
      },
      get: () => current,
    };
  }

  it("sends a draft once, shortly after the last change", async () => {
    vi.useFakeTimers();
    const form = follow(draft("B"));
    for (const title of ["Bi", "Bik", "Bike"]) form.type(title);
    expect(account.calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(account.calls).toEqual(["PUT Bike"]);
    expect(form.sync.store.getState()).toEqual({ at: "account" });
    form.type("Bike, red");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(account.calls).toEqual(["PUT Bike", "PUT Bike, red"]);
    expect(form.get()).toMatchObject({ version: 2, sent: true });
  });

  it("sends the draft with a keepalive request when the page is left", async () => {
    const form = follow(draft("Half a ti"));
    const end = form.sync.listen();
    window.dispatchEvent(new Event("pagehide"));
    await waitFor(() => expect(account.keptAlive).toEqual(["Half a ti"]));
    end();
  });

  it("keeps the draft in the browser offline, shows that, and sends it once online", async () => {
    account.reachable = false;
    const form = follow(draft("Offline"));
    const end = form.sync.listen();
    await form.sync.flush();
    expect(form.sync.store.getState()).toEqual({ at: "browser" });
    account.reachable = true;
    window.dispatchEvent(new Event("online"));
    await waitFor(() => expect(form.sync.store.getState()).toEqual({ at: "account" }));
    end();
  });

  it("does not overwrite another device, and continues once the author has chosen", async () => {
    const form = follow(draft("Mine", { version: 1, sent: true }));
    account.drafts.set(form.get().id, view(form.get(), 2, "Theirs"));
    form.type("Mine, longer");
    await form.sync.flush();
    expect(form.sync.store.getState()).toEqual({ at: "conflict", version: 2 });
    expect(account.titles()).toEqual(["Theirs"]);
    form.sync.settle(2);
    await waitFor(() => expect(account.titles()).toEqual(["Mine, longer"]));
  });

  it("treats a version sent by another tab of this browser as its own", async () => {
    const form = follow(draft("Mine", { version: 1, sent: true }));
    account.drafts.set(form.get().id, view(form.get(), 2, "From the other tab"));
    form.type("Mine, longer");
    saveDraft({ ...form.get(), version: 2 });
    await form.sync.flush();
    await waitFor(() => expect(account.titles()).toEqual(["Mine, longer"]));
    expect(form.sync.store.getState().at).not.toBe("conflict");
  });

  it("reports a draft that was listed elsewhere", async () => {
    const form = follow(draft("Mine", { version: 1, sent: true }));
    account.end(form.get().id, "itm_bike00000001");
    form.type("Mine, longer");
    await form.sync.flush();
    expect(form.sync.store.getState()).toEqual({ at: "gone", itemId: "itm_bike00000001" });
  });
});

describe("drafts on screen", () => {
  const toasts = collectToasts();
  const open = (path = "/AddItem") =>
    renderAt(
      path,
      <>
        <Link to="/AddItem">List an item</Link>
        <Link to="/MyItems">My Items</Link>
        <Routes>
          <Route path="/AddItem" element={<AddItemScreen />} />
          <Route path="/MyItems" element={<DraftRows owner={OWNER} />} />
        </Routes>
      </>,
    );
  const title = () => screen.findByLabelText<HTMLInputElement>("Title");

  it("the form continues the draft of another device", async () => {
    const phone = draft("Started on the phone");
    account.drafts.set(phone.id, view(phone, 4));
    open();
    expect((await title()).value).toBe("Started on the phone");
    expect(screen.getByText("Draft saved to your account.")).toBeDefined();
  });

  it("the form keeps the entries when its own address is opened again", async () => {
    open();
    await userEvent.type(await title(), "Lamp");
    await userEvent.click(screen.getByRole("link", { name: "List an item" }));
    expect((await title()).value).toBe("Lamp");
    await userEvent.type(await title(), " with shade");
    await waitFor(() => expect(account.titles()).toEqual(["Lamp with shade"]));
    expect(screen.queryByRole("button", { name: "Keep both" })).toBeNull();
  });

  it("closing the form and opening the list keeps one draft, not two", async () => {
    const known = draft("Lamp", { version: 1, sent: true });
    saveDraft(known);
    account.drafts.set(known.id, view(known, 1));
    const answer = vi.fn(globalThis.fetch);
    let arrive = () => {};
    const late = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      const reply = await answer(url, init);
      if (init.method === "PUT") await late;
      return reply;
    });
    open();
    await userEvent.type(await title(), " with");
    await waitFor(() => expect(account.titles()).toEqual(["Lamp with"]));
    // The account has the first title and its reply is still pending when the author types on and leaves.
    await userEvent.type(await title(), " shade");
    await userEvent.click(screen.getByRole("link", { name: "My Items" }));
    await waitFor(() => expect(screen.queryByLabelText("Title")).toBeNull());
    arrive();
    await waitFor(() => expect(draftsOf(OWNER)).toMatchObject([{ id: known.id, version: 3, sent: true }]));
    await screen.findByText("Lamp with shade");
    expect(account.titles()).toEqual(["Lamp with shade"]);
  });

  it("the form works when drafts cannot be loaded", async () => {
    account.reachable = true;
    const known = account.answer.bind(account);
    account.answer = (method, url, body, keepalive) => {
      if (url.startsWith("/api/drafts")) throw new TypeError("Failed to fetch");
      return known(method, url, body, keepalive);
    };
    open();
    await userEvent.type(await title(), "Lamp");
    await waitFor(() => expect(titles()).toEqual(["Lamp"]));
    expect(screen.getByText("Draft saved on this device.")).toBeDefined();
  });

  it("lets the author keep both versions when two devices changed one draft", async () => {
    const shown = vi.spyOn(Element.prototype, "scrollIntoView");
    const shared = draft("Shared");
    account.drafts.set(shared.id, view(shared, 1));
    open();
    const input = await title();
    account.drafts.set(shared.id, view(shared, 2, "From the phone"));
    await userEvent.type(input, " and here");
    await waitFor(() => expect(titles()).toEqual(["Shared and here"]));
    act(() => void window.dispatchEvent(new Event("online")));
    expect(await screen.findByText("This draft was changed in another tab or on another device")).toBeDefined();
    expect(toasts.map(({ title }) => title)).toEqual(["This draft was changed in another tab or on another device"]);
    // The choice is at the end of a long form, so it is scrolled into view.
    const choice = screen.getByRole("button", { name: "Keep both" });
    expect(shown.mock.contexts.some((element) => (element as Element).contains(choice))).toBe(true);
    shown.mockRestore();
    await userEvent.click(choice);
    await waitFor(() => expect(account.titles()).toEqual(["From the phone", "Shared and here"]));
    expect(screen.queryByText("This draft was changed in another tab or on another device")).toBeNull();
  });

  it("shows the other version when that is chosen", async () => {
    const shared = draft("Shared");
    account.drafts.set(shared.id, view(shared, 1));
    open();
    const input = await title();
    account.drafts.set(shared.id, view(shared, 2, "From the phone"));
    await userEvent.type(input, "!");
    await waitFor(() => expect(titles()).toEqual(["Shared!"]));
    act(() => void window.dispatchEvent(new Event("online")));
    await userEvent.click(await screen.findByRole("button", { name: "Use the other version" }));
    await waitFor(() => expect(input.value).toBe("From the phone"));
    expect(account.titles()).toEqual(["From the phone"]);
  });

  it("My Items lists the drafts of every device and discards them everywhere", async () => {
    vi.stubGlobal("confirm", () => true);
    const phone = draft("Started on the phone");
    account.drafts.set(phone.id, view(phone, 1));
    open("/MyItems");
    expect(await screen.findByText("Started on the phone")).toBeDefined();
    expect(screen.getByText(/^Saved to your account/)).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Discard Started on the phone" }));
    await waitFor(() => expect(account.titles()).toEqual([]));
    expect(screen.queryByText("Started on the phone")).toBeNull();
  });
});
