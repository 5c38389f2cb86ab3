/** The rating dialog, where it opens, and the published ratings (D43). */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { describe, expect, it } from "vitest";
import type { OrderView } from "#contract/orders";
import type { DealRatings } from "#contract/orders/ratings";
import { OrderRatings } from "../../web/features/orders/order-screen.tsx";
import { RateButton } from "../../web/features/orders/ratings/rate-button.tsx";
import { SellerRatings } from "../../web/features/stores/seller-ratings.tsx";
import { serve } from "../support/web/api.ts";
import { renderAt } from "../support/web/render.tsx";
import { collectToasts } from "../support/web/toasts.ts";

const ORDER = "ord_aaaaaaaaaaaaaaaaaaaa";
const RATED = { id: "rat_1", rating: 4, visible: false, visible_from: Date.UTC(2026, 11, 9) };

const toasts = collectToasts();

function show(element: ReactNode) {
  return renderAt("/", element);
}

/** RateButton as My Items uses it, with the state from the server and the later change. */
function Rate({ rated = false }: { rated?: boolean }) {
  const [done, setDone] = useState(rated);
  return (
    <RateButton
      rated={done}
      rates="buyer"
      orderId={ORDER}
      person="Billie B."
      itemTitle="Oak desk"
      onRated={() => setDone(true)}
    />
  );
}

const refusal = (code: string, message: string) => ({ error: { code, message, request_id: "t" } });

async function openDialog() {
  const user = userEvent.setup();
  show(<Rate />);
  await user.click(screen.getByRole("button", { name: "Rate buyer" }));
  const dialog = await screen.findByRole("dialog", { name: "Rate Billie B." });
  return { user, dialog: within(dialog) };
}

describe("the rating dialog", () => {
  it("requires stars and sends nothing without them", async () => {
    const calls = serve({});
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole("button", { name: "Submit Rating" }));
    expect(await dialog.findByText("Please select a star rating.")).toBeDefined();
    expect(document.activeElement).toBe(dialog.getByRole("radio", { name: /^1 star:/ }));
    expect(calls).toEqual([]);
    await user.click(dialog.getByRole("radio", { name: /^4 stars/ }));
    expect(dialog.queryByText("Please select a star rating.")).toBeNull();
  });

  it('sends stars and comment once, confirms, and shows "Buyer Rated"', async () => {
    const calls = serve({ "POST /api/ratings": () => ({ status: 201, body: RATED }) });
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole("radio", { name: /^4 stars/ }));
    await user.type(dialog.getByLabelText(/Comment/), "On time.");
    await user.dblClick(dialog.getByRole("button", { name: "Submit Rating" }));
    expect(await screen.findByText("Buyer Rated")).toBeDefined();
    expect(calls).toEqual([
      { method: "POST", path: "/api/ratings", body: { order_id: ORDER, rating: 4, comment: "On time." } },
    ]);
    expect(toasts[0]).toMatchObject({
      title: "Thanks for your rating",
      description: expect.stringMatching(/^It stays hidden until Billie B\. rates you too, or until \w+ 9 December\.$/),
    });
    expect(screen.queryByRole("button", { name: "Rate buyer" })).toBeNull();
  });

  it("can be filled in by keyboard", async () => {
    const calls = serve({ "POST /api/ratings": () => ({ status: 201, body: RATED }) });
    const { user, dialog } = await openDialog();
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole("radio", { name: /^1 star:/ })));
    await user.keyboard(" {ArrowRight}{ArrowRight}");
    for (let stop = 0; document.activeElement?.textContent !== "Submit Rating" && stop < 5; stop++) await user.tab();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ rating: 3 }));
  });

  it("keeps the entries when sending fails", async () => {
    serve({ "POST /api/ratings": () => ({ status: 500, body: refusal("internal", "Something went wrong.") }) });
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole("radio", { name: /^5 stars/ }));
    await user.type(dialog.getByLabelText(/Comment/), "Lovely.");
    await user.click(dialog.getByRole("button", { name: "Submit Rating" }));
    expect(await dialog.findByText("Failed to submit rating. Please try again.")).toBeDefined();
    expect(dialog.getByLabelText<HTMLTextAreaElement>(/Comment/).value).toBe("Lovely.");
    expect(dialog.getByRole<HTMLInputElement>("radio", { name: /^5 stars/ }).checked).toBe(true);
  });

  it("accepts that the deal was already rated in another tab", async () => {
    const already = refusal("already_used", "You have already rated this deal.");
    serve({ "POST /api/ratings": () => ({ status: 409, body: already }) });
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole("radio", { name: /^2 stars/ }));
    await user.click(dialog.getByRole("button", { name: "Submit Rating" }));
    expect(await screen.findByText("Buyer Rated")).toBeDefined();
    expect(toasts[0]).toMatchObject({ title: "Buyer Rated" });
  });

  it("is not offered when the deal is already rated", () => {
    serve({});
    show(<Rate rated />);
    expect(screen.getByText("Buyer Rated")).toBeDefined();
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("OrderRatings", () => {
  const order = {
    id: ORDER,
    role: "buyer",
    status: "completed",
    item: { title: "Oak desk", image_url: null },
    counterparty: { display_name: "Maya R." },
  } as OrderView;
  const rating = {
    id: "rat_1",
    rating: 5,
    comment: "As described.",
    role: "buyer_rating_seller",
    by: "Me",
    reply: null,
    can_reply: false,
    created_at: 0,
  };
  const deal = (over: Partial<DealRatings>) => ({
    "GET /api/ratings/deal": () => ({
      body: { can_rate: false, given: null, received: null, received_hidden: false, visible_from: null, ...over },
    }),
  });
  const HIDDEN_UNTIL = Date.UTC(2026, 11, 9);

  it("asks for a rating once the deal is completed", async () => {
    serve(deal({ can_rate: true }));
    show(<OrderRatings order={order} />);
    expect(await screen.findByRole("button", { name: "Rate seller" })).toBeDefined();
    expect(screen.getByText("How did it go with Maya R.?")).toBeDefined();
  });

  it("shows the given and the received rating", async () => {
    serve(
      deal({ given: rating as DealRatings["given"], received: { ...rating, rating: 3, comment: "Late." } as never }),
    );
    show(<OrderRatings order={order} />);
    expect(await screen.findByText("You rated Maya R.")).toBeDefined();
    expect(screen.getByText("Maya R. rated you")).toBeDefined();
    expect(screen.getByRole("img", { name: "5 out of 5 stars" })).toBeDefined();
    expect(screen.getByText("Late.")).toBeDefined();
    expect(screen.getByText("Seller Rated")).toBeDefined();
  });

  it("says until when the given rating stays hidden", async () => {
    serve(deal({ given: rating as DealRatings["given"], visible_from: HIDDEN_UNTIL }));
    show(<OrderRatings order={order} />);
    expect(await screen.findByText(/^Hidden until Maya R\. rates you too, or until \w+ 9 December\.$/)).toBeDefined();
  });

  it("says that the other one has rated, without the stars", async () => {
    serve(deal({ can_rate: true, received_hidden: true, visible_from: HIDDEN_UNTIL }));
    show(<OrderRatings order={order} />);
    expect(await screen.findByText("Maya R. has rated you")).toBeDefined();
    expect(
      screen.getByText(/^Rate them too to see it now\. Otherwise you'll see it on \w+ 9 December\.$/),
    ).toBeDefined();
    expect(screen.getByRole("button", { name: "Rate seller" })).toBeDefined();
    expect(screen.queryByRole("img")).toBeNull();
  });

  it("lets the rated person reply once, and keeps the text when it is refused", async () => {
    const user = userEvent.setup();
    const contacts = "Replies can't contain contact details, links or payment instructions.";
    const error = {
      ...refusal("invalid", contacts).error,
      details: { fields: [{ field: "text", message: contacts }] },
    };
    const replies = [{ status: 422, body: { error } }, { body: { ...rating, reply: { text: "Sorry.", at: 0 } } }];
    const calls = serve({
      ...deal({ received: { ...rating, can_reply: true } as DealRatings["received"] }),
      [`POST /api/ratings/${rating.id}/reply`]: () => replies.shift() ?? { status: 500, body: {} },
    });
    show(<OrderRatings order={order} />);
    await user.click(await screen.findByRole("button", { name: "Reply to the rating by Me" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Reply to Me" }));
    await user.click(dialog.getByRole("button", { name: "Post reply" }));
    expect(await dialog.findByText("Please write your reply.")).toBeDefined();
    await user.type(dialog.getByLabelText(/Your reply/), "Call 0412 345 678");
    await user.click(dialog.getByRole("button", { name: "Post reply" }));
    expect(await dialog.findByText(contacts)).toBeDefined();
    expect(dialog.getByLabelText<HTMLTextAreaElement>(/Your reply/).value).toBe("Call 0412 345 678");
    await user.clear(dialog.getByLabelText(/Your reply/));
    await user.type(dialog.getByLabelText(/Your reply/), "Sorry.");
    await user.click(dialog.getByRole("button", { name: "Post reply" }));
    await waitFor(() => expect(toasts[0]?.title).toBe("Reply posted"));
    expect(calls.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
      { text: "Call 0412 345 678" },
      { text: "Sorry." },
    ]);
  });

  it("shows nothing and requests nothing before that", () => {
    const calls = serve(deal({ can_rate: true }));
    const { container } = show(<OrderRatings order={{ ...order, status: "payment_confirmed" }} />);
    expect(container.textContent).toBe("");
    expect(calls).toEqual([]);
  });
});

describe("SellerRatings", () => {
  const seller = {
    id: "acc_ssssssssssssssssssss",
    display_name: "Maya R.",
    suburb: null,
    city: null,
    average_rating: 4.5,
    rating_count: 2,
    store_name: null,
    account_type: "seller" as const,
    member_since: 0,
  };

  it("lists ratings with average and count", async () => {
    const items = [
      { id: "r1", rating: 5, comment: "Great lamp.", role: "buyer_rating_seller", by: "Billie B.", created_at: 0 },
      { id: "r2", rating: 4, comment: "", role: "seller_rating_buyer", by: "Sam S.", created_at: 0 },
      { id: "r3", rating: 5, comment: "", role: "buyer_rating_seller", traded: true, by: "Kim K.", created_at: 0 },
    ];
    const body = { items, next_cursor: null, average_rating: 4.5, rating_count: 2, server_now: 0 };
    serve({ "GET /api/ratings": () => ({ body }) });
    show(<SellerRatings seller={seller} />);
    expect(await screen.findByRole("heading", { name: "Ratings" })).toBeDefined();
    const rows = screen.getAllByRole("listitem").map((row) => row.textContent);
    expect(rows[0]).toMatch(/Billie B\..*Bought from them.*Great lamp\./);
    expect(rows[1]).toMatch(/Sam S\..*Sold to them/);
    expect(rows[2]).toMatch(/Kim K\..*Traded with them/);
    expect(screen.getByText("(2 ratings)")).toBeDefined();
  });

  it("shows the seller's reply below the rating, which others can report", async () => {
    const reply = { text: "Sorry, the tram broke down.", at: 0 };
    const items = [
      { id: "r1", rating: 2, comment: "", role: "buyer_rating_seller", by: "Billie B.", created_at: 0, reply },
    ];
    serve({
      "GET /api/ratings": () => ({
        body: { items, next_cursor: null, average_rating: 2, rating_count: 1, server_now: 0 },
      }),
    });
    show(<SellerRatings seller={seller} />);
    expect(await screen.findByText("Sorry, the tram broke down.")).toBeDefined();
    expect(screen.getByText("Maya R. replied")).toBeDefined();
    expect(screen.getByRole("button", { name: "Report the reply by Maya R." })).toBeDefined();
    expect(screen.queryByRole("button", { name: /^Reply to/ })).toBeNull();
  });

  it("is hidden without ratings", async () => {
    const body = { items: [], next_cursor: null, average_rating: null, rating_count: 0, server_now: 0 };
    const calls = serve({ "GET /api/ratings": () => ({ body }) });
    const { container } = show(<SellerRatings seller={{ ...seller, average_rating: null, rating_count: 0 }} />);
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(container.textContent).toBe("");
  });

  it("lists ratings of giveaways, which do not count (A103), without an average", async () => {
    const items = [
      { id: "r1", rating: 5, comment: "Lovely plant.", role: "buyer_rating_seller", by: "Billie B.", created_at: 0 },
    ];
    const body = { items, next_cursor: null, average_rating: null, rating_count: 0, server_now: 0 };
    serve({ "GET /api/ratings": () => ({ body }) });
    show(<SellerRatings seller={{ ...seller, average_rating: null, rating_count: 0 }} />);
    expect(await screen.findByText("Lovely plant.")).toBeDefined();
    expect(screen.queryByText(/No ratings yet/)).toBeNull();
  });
});
