/** What sellers see of the rules about goods while they write a listing, and what staff see of a review (D63). */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Route, Routes } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { OwnItem } from "#contract/items";
import type { AdminReportDetail, ListingReviewFigures } from "#contract/safety";
import ModerationScreen from "../../web/features/admin/moderation/moderation-screen.tsx";
import { newDraft, saveDraft } from "../../web/features/selling/drafts/drafts.ts";
import AddItemScreen from "../../web/features/selling/listing-form/add-item-screen.tsx";
import EditItemScreen from "../../web/features/selling/listing-form/edit-item-screen.tsx";
import { startingValues } from "../../web/features/selling/listing-form/item-form-values.ts";
import { person, serve } from "../support/web/api.ts";
import { fakeTime, pass } from "../support/web/clock.ts";
import { ownItem, PHOTO } from "../support/web/item-and-order.ts";
import { renderAt } from "../support/web/render.tsx";
import { collectToasts } from "../support/web/toasts.ts";

const toasts = collectToasts();
beforeEach(() => localStorage.clear());
// A seller who has no bank details would be asked how they want to be paid.
function show(path: string, who = person({ accepted_payment_methods: ["cash"] })) {
  renderAt(
    path,
    <Routes>
      <Route path="/AddItem" element={<AddItemScreen />} />
      <Route path="/EditItem/:id" element={<EditItemScreen />} />
      <Route path="/ItemDetail/:id" element={<h1>The item</h1>} />
      <Route path="/Moderation" element={<ModerationScreen />} />
    </Routes>,
    who,
    60_000,
  );
  return userEvent.setup();
}

const OWNER = person().user?.id ?? "";
const created = (over: Partial<OwnItem> = {}) => ({ status: 201, body: ownItem({ id: "itm_new0000001", ...over }) });

/** Opens the form with a complete draft, and returns the calls. */
function writeListing(title: string, reply = created()) {
  const now = Date.now();
  const values = { ...startingValues(null, now), title, price: "40", category: "collectibles", condition: "good" };
  saveDraft({ ...newDraft(OWNER, values, now), photos: [PHOTO] });
  const calls = serve({
    "GET /api/drafts": () => ({ body: { items: [], server_now: now } }),
    "POST /api/items": () => reply,
  });
  return { calls, user: show("/AddItem") };
}
const posted = (calls: ReturnType<typeof serve>) =>
  calls.filter(({ method, path }) => method === "POST" && path === "/api/items").map(({ body }) => body);

describe("the form of a new listing", () => {
  it("says while typing why goods are blocked, with the words and the source, and takes it back", async () => {
    const { user } = writeListing("Old tool box");
    const title = await screen.findByLabelText("Title");
    await user.clear(title);
    await user.type(title, "Old air rifle");
    expect(await screen.findByText("You can't list guns, gun parts or ammunition here")).toBeDefined();
    expect(screen.getByText(/Found: “old air rifle”/)).toBeDefined();
    expect(screen.getByRole("link", { name: /Firearms Act 1996 \(NSW\)/ }).getAttribute("href")).toMatch(/^https:/);
    await user.clear(title);
    await user.type(title, "Old air hockey table");
    await waitFor(() => expect(screen.queryByText(/You can't list guns/)).toBeNull());
  });

  it("sends the reason with the listing, keeps it with the draft, and says that it goes to review", async () => {
    const review = { state: "open" as const, note: null, covered: [] };
    const { user, calls } = writeListing("Old air rifle", created({ title: "Old air rifle", review }));
    await user.click(await screen.findByRole("button", { name: "Ask for a review" }));
    await user.type(screen.getByLabelText("Why is it fine to sell?"), "A cast iron ornament.");
    await user.click(screen.getByRole("button", { name: "Send for review" }));
    expect(await screen.findByText("The item")).toBeDefined();
    expect(posted(calls)).toMatchObject([{ title: "Old air rifle", review_reason: "A cast iron ornament." }]);
    expect(toasts.at(-1)?.title).toBe("Sent for review. We'll let you know.");
  });

  it("shows the server's refusal at the title and loses nothing typed", async () => {
    const message = "You can't list guns here.";
    const error = { code: "invalid", message, details: { fields: [{ field: "title", message }] }, request_id: "r" };
    const { user } = writeListing("Old air rifle", { status: 422, body: { error } } as never);
    await user.type(await screen.findByLabelText(/^Description/), "From the shed.");
    await user.click(screen.getByRole("button", { name: "Publish listing" }));
    await waitFor(() => expect(screen.getByLabelText("Title").getAttribute("aria-invalid")).toBe("true"));
    expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Old air rifle");
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Description/).value).toBe("From the shed.");
  });

  it("sends goods that need a review with a button that says so", async () => {
    const { calls, user } = writeListing("Samurai sword");
    expect(await screen.findByText("We check swords, machetes and crossbows before they go on sale")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Send for review" }));
    await waitFor(() => expect(posted(calls)).toHaveLength(1));
    expect(posted(calls)[0]).not.toHaveProperty("review_reason");
  });

  it("gives a note about goods with safety rules", async () => {
    writeListing("Britax car seat");
    expect(await screen.findByText("Before you list child car seats")).toBeDefined();
    expect(screen.getByRole("button", { name: "Publish listing" })).toBeDefined();
  });
});

describe("the form of a stored listing", () => {
  const edit = (item: OwnItem) => {
    const calls = serve({
      [`GET /api/items/${item.id}`]: () => ({ body: item }),
      [`PATCH /api/items/${item.id}`]: () => ({ body: item }),
    });
    return { calls, user: show(`/EditItem/${item.id}`) };
  };
  const sword = (review: OwnItem["review"]) =>
    ownItem({
      title: "Samurai sword",
      status: "inactive",
      seller_id: OWNER,
      review,
    });
  const covered = ["blades-and-bows: title: samurai sword"];

  it("shows that it is in review, does not ask again, and cannot be put on sale", async () => {
    fakeTime();
    edit(sword({ state: "open", note: null, covered }));
    expect(await screen.findByText("We're reviewing this listing")).toBeDefined();
    await vi.dynamicImportSettled();
    await pass(1_000);
    expect(screen.queryByText(/We check swords/)).toBeNull();
    expect(screen.queryByRole("button", { name: "Put on sale" })).toBeNull();
  });

  it("shows why it was refused, and asks again with a reason alone", async () => {
    const { calls, user } = edit(sword({ state: "refused", note: "Swords need a permit.", covered }));
    expect(await screen.findByText("Swords need a permit.")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Ask for another review" }));
    await user.type(screen.getByLabelText("Why is it fine to sell?"), "It is blunt, see photo three.");
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === "PATCH")?.body).toMatchObject({
        review_reason: "It is blunt, see photo three.",
      }),
    );
  });
});

describe("ModerationScreen", () => {
  const AT = Date.UTC(2026, 10, 20);
  const review: AdminReportDetail = {
    id: "rep_1",
    kind: "held_listing",
    subject_type: "item",
    subject_id: "itm_1",
    link: "/ItemDetail/itm_1",
    reason: "goods",
    details: "It is blunt.",
    excerpt: "Samurai sword",
    shield_reasons: ["samurai sword"],
    reporter: null,
    about: { id: "acc_1", full_name: "Sally Seller", email: "sally@example.com", standing: "good" },
    open_about_them: 1,
    status: "open",
    outcome: null,
    note: null,
    created_at: AT,
    decided_at: null,
    context: [],
    listing: {
      title: "Samurai sword",
      description: "For display.",
      tags: ["display"],
      public_notes: "Can be collected at night.",
      location: "Brunswick, Melbourne",
      category: "collectibles",
      price: 120,
      photos: [PHOTO],
    },
    rules: [
      {
        answer: "review",
        goods: "swords, machetes and crossbows",
        why: "Some states require a permit.",
        source: { name: "Control of Weapons Act 1990 (Vic)", url: "https://example.com/act" },
        words: "samurai sword",
      },
    ],
    earlier: [{ title: "Katana", approved: false, words: ["katana"], note: "Needs a permit.", decided_at: AT }],
    about_display_name: "Sally S.",
    draw_link: null,
    server_now: AT,
  };
  const figures: ListingReviewFigures = {
    approved: 3,
    refused: 1,
    rules: [{ goods: "swords, machetes and crossbows", approved: 3, refused: 1 }],
    server_now: AT,
  };

  it("shows the listing, what the rules found and how often staff overturned it, and sends the decision", async () => {
    const calls = serve({
      "GET /api/admin/reports": (_body, query) => ({
        body: {
          items: query.get("kind") === "held_listing" ? [review] : [],
          next_cursor: null,
          server_now: AT,
        },
      }),
      "GET /api/admin/reports/listing-figures": () => ({ body: figures }),
      "GET /api/admin/reports/rep_1": () => ({ body: review }),
      "POST /api/admin/reports/rep_1/decision": () => ({ body: { ...review, status: "decided", outcome: "released" } }),
    });
    const user = show("/Moderation?queue=listings", person({ role: "admin" }));
    expect(await screen.findByText(/Last 90 days: 3 of 4 approved/)).toBeDefined();
    expect(screen.getByText("Found: “samurai sword”")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Review" }));
    const dialog = await screen.findByRole("dialog");
    expect(await within(dialog).findByText("For display.")).toBeDefined();
    expect(within(dialog).getByText(/Can be collected at night/)).toBeDefined();
    expect(within(dialog).getByText("What the seller wrote")).toBeDefined();
    expect(within(dialog).getByText("“katana”. Needs a permit.")).toBeDefined();
    expect(within(dialog).getByRole("link", { name: /Control of Weapons Act/ })).toBeDefined();
    expect(within(dialog).queryByRole("radio", { name: /Dismiss/ })).toBeNull();
    await user.click(within(dialog).getByRole("radio", { name: /Approve the listing/ }));
    await user.click(within(dialog).getByRole("button", { name: "Save decision" }));
    await waitFor(() => expect(calls.find(({ method }) => method === "POST")?.body).toEqual({ outcome: "release" }));
  });
});
