/** Every public text, by every way in, refuses contact details and holds or refuses goods that may not be sold (D63, A143). */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { NegotiationReply, NegotiationView } from "#contract/negotiation";
import type { OwnRating } from "#contract/orders/ratings";
import type { ImportReply } from "#contract/selling/import";
import { PUBLIC_TEXTS } from "#domain/safety/public-texts";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { DAY, refusal, reply } from "../support/workerd/deals.ts";
import { createItem, LAMP } from "../support/workerd/listings.ts";
import { completedDeal } from "../support/workerd/ratings.ts";

/** What each text may try. A name offers goods as a title; a sentence says that it does. */
const ATTEMPTS = {
  goods: "With a box of ammo",
  "disguised goods": "With a b0x of 4mm0",
  contact: "Call 0412 345 678",
  "disguised contact": "whаts4pp me",
  "goods in a title": "Old rifle",
} as const;
type Attempt = keyof typeof ATTEMPTS;

/** A refusal names its field. A listing may also be held, off sale. */
type Outcome = { refused: string[] } | { held: true } | { passed: true };
type Send = (column: string, text: string) => Promise<Outcome>;

const key = () => ({ "Idempotency-Key": crypto.randomUUID() });
async function outcomeOf(response: Response): Promise<Outcome> {
  const body = await response.json<{ status?: string; review?: { state: string }; error?: { details?: object } }>();
  if (response.status === 422) {
    const { fields = [] } = (body.error?.details ?? {}) as { fields?: { field: string }[] };
    return { refused: fields.map(({ field }) => field) };
  }
  expect(response.status, JSON.stringify(body)).toBeLessThan(300);
  return body.status === "inactive" && body.review?.state === "open" ? { held: true } : { passed: true };
}

let shop: TestAccount;
let staff: TestAccount;
let ids: string[];

/** Makes new people, whom no limit has counted yet. */
async function newPeople(): Promise<void> {
  shop = await createAccount({ full_name: "Sally Seller", account_type: "business" });
  staff = await createAccount({ role: "admin" });
  ids = [(await createItem(shop)).id, (await createItem(shop)).id];
}
beforeAll(newPeople);

const listed = (column: string, text: string) => ({
  // A city that has no such suburb is another problem.
  ...(column === "city" && { suburb: "" }),
  [column]: column === "tags" ? [text] : text,
});
const LISTING = ["title", "description", "tags", "suburb", "city", "location"].map((column) => `items.${column}`);
const TEXTS = [...LISTING, "item_knowledge.public_notes"];
const both = (table: string) => [`${table}.title`, `${table}.description`];
const post =
  (path: string, base: () => object): Send =>
  async (column, text) =>
    outcomeOf(await shop.request("POST", path, { ...base(), [column]: text }, key()));
/** Makes a thing through `path`, then changes it. */
const change =
  (path: string, base: () => object, method: "PATCH" | "PUT" = "PATCH"): Send =>
  async (column, text) => {
    const { id } = await reply<{ id: string }>(await shop.request("POST", path, base(), key()), 201);
    const body = method === "PUT" ? { ...base(), [column]: text } : { [column]: text };
    const sent = await outcomeOf(await shop.request(method, `${path}/${id}`, body));
    await shop.request("DELETE", `${path}/${id}`);
    return sent;
  };

const bundle = () => ({ title: "Two lamps", bundle_price: 50, item_ids: ids });
const offer = () => ({ title: "Ten off", offer_type: "percentage_off", config: { percentage: 10 }, item_ids: ids });
const sale = () => {
  const from = Date.now() + 7 * DAY;
  const collection_windows = [{ from, until: from + DAY / 24 }];
  return { title: "Moving out", item_ids: ids, collection_windows, collection_zone: "Australia/Melbourne" };
};
const request = () => ({ title: "Desk lamp" });
const AD = {
  title: "Corner Bakery",
  description: "Sourdough.",
  image_id: null,
  link_url: "https://bakery.example/",
  placement: "sidebar",
  priority: 3,
  active: true,
  start_date: null,
  end_date: null,
};
const put =
  (path: string, base: object): Send =>
  async (column, text) =>
    outcomeOf(await shop.request("PUT", path, { ...base, [column]: text }));

const edit =
  (idOf: () => Promise<string>): Send =>
  async (column, text) =>
    outcomeOf(await shop.request("PATCH", `/api/items/${await idOf()}`, listed(column, text)));
let approved = { seller: "", id: "" };

const WAYS: Record<string, { texts: string[]; send: Send }> = {
  "a listing form": {
    texts: TEXTS,
    send: async (column, text) =>
      outcomeOf(await shop.request("POST", "/api/items", { ...LAMP, ...listed(column, text) }, key())),
  },
  "a listed draft": {
    texts: TEXTS,
    send: async (column, text) =>
      outcomeOf(
        await shop.request(
          "POST",
          "/api/items",
          { ...LAMP, ...listed(column, text), draft_id: `local-${crypto.randomUUID()}` },
          key(),
        ),
      ),
  },
  "an edit": { texts: TEXTS, send: edit(async () => ids[0] ?? "") },
  "an edit after staff approved": {
    texts: TEXTS,
    send: edit(async () => {
      if (approved.seller === shop.id) return approved.id;
      const { id } = await createItem(shop, { title: "Samurai sword letter opener" });
      const review = await env.DB.prepare("SELECT id FROM reports WHERE subject_id = ?").bind(id).first("id");
      await reply(await staff.request("POST", `/api/admin/reports/${review}/decision`, { outcome: "release" }), 200);
      approved = { seller: shop.id, id };
      return id;
    }),
  },
  "an import": {
    texts: TEXTS.filter((text) => text !== "items.location"),
    send: async (column, text) => {
      const cells = { title: "Lamp", price: "20", category: "other", condition: "Good", [column]: text };
      const rows = [{ line: 2, occurrence: 0, cells }];
      const sent = await shop.request("POST", "/api/products/import", { dry_run: false, on_sale: true, rows });
      const [row] = (await reply<ImportReply>(sent, 200)).results;
      if (row?.outcome === "rejected") return { refused: row.problems.map(({ field }) => field) };
      return row?.in_review ? { held: true } : { passed: true };
    },
  },
  "a cause": {
    texts: ["item_causes.name"],
    send: async (column, text) => {
      const { id } = await createItem(shop, { price: 0 });
      return outcomeOf(await shop.request("PUT", `/api/donations/${id}/cause`, { kind: "cause", [column]: text }));
    },
  },
  "a new bundle": { texts: both("bundles"), send: post("/api/bundles", bundle) },
  "a changed bundle": { texts: both("bundles"), send: change("/api/bundles", bundle) },
  "a new special offer": { texts: both("special_offers"), send: post("/api/special-offers", offer) },
  "a changed special offer": { texts: both("special_offers"), send: change("/api/special-offers", offer) },
  "a new moving sale": { texts: both("moving_sales"), send: post("/api/moving-sales", sale) },
  "a changed moving sale": { texts: both("moving_sales"), send: change("/api/moving-sales", sale, "PUT") },
  "a new wanted post": {
    texts: [...both("requests"), "requests.suburb", "requests.city"],
    send: post("/api/requests", request),
  },
  "a changed wanted post": {
    texts: [...both("requests"), "requests.suburb", "requests.city"],
    send: change("/api/requests", request),
  },
  "sign-up": {
    texts: ["profiles.full_name"],
    send: async (column, text) =>
      outcomeOf(
        await call("POST", "/api/auth/sign-up", {
          email: `${crypto.randomUUID()}@example.com`,
          password: "correct horse battery",
          [column]: text,
        }),
      ),
  },
  "a profile": {
    texts: ["profiles.full_name", "profiles.suburb", "profiles.city"],
    send: async (column, text) => outcomeOf(await shop.request("PATCH", "/api/profile", { [column]: text })),
  },
  "a store": {
    texts: ["stores.name", "stores.description"],
    send: put("/api/store", { name: "Lamp Corner", description: "", banner_id: null }),
  },
  "a business": { texts: ["businesses.name"], send: put("/api/business", { name: "Lamps", abn: "51824753556" }) },
  "a new ad": {
    texts: both("advertisements"),
    send: async (column, text) => outcomeOf(await staff.request("POST", "/api/admin/ads", { ...AD, [column]: text })),
  },
  "a changed ad": {
    texts: both("advertisements"),
    send: async (column, text) => {
      const { id, version } = await reply<{ id: string; version: number }>(
        await staff.request("POST", "/api/admin/ads", AD),
        201,
      );
      return outcomeOf(await staff.request("PATCH", `/api/admin/ads/${id}`, { version, [column]: text }));
    },
  },
};

/** What stops the attempt in this text, as the list of public texts says. */
function wanted(text: string, attempt: Attempt): Outcome {
  const [table = "", column = ""] = text.split(".");
  const rules = PUBLIC_TEXTS as Record<
    string,
    Record<string, { contact: boolean; goods: string | null; field?: string }>
  >;
  const rule = rules[table]?.[column];
  const field = rule?.field ?? column;
  if (attempt.includes("contact")) return rule?.contact ? { refused: [field] } : { passed: true };
  if (attempt === "goods in a title" && rule?.goods !== "title") return { passed: true };
  const isHeld = table.startsWith("item") && table !== "item_causes";
  return isHeld && rule?.goods !== "title" ? { held: true } : { refused: [field] };
}

describe("public texts", () => {
  it("have a way in below, or a test of their own", () => {
    const ways = new Set(Object.values(WAYS).flatMap(({ texts }) => texts));
    const all = Object.entries(PUBLIC_TEXTS).flatMap(([table, columns]) =>
      Object.keys(columns).map((column) => `${table}.${column}`),
    );
    const elsewhere = [
      "seller_questions.answer",
      "ratings.comment",
      "ratings.reply",
      "announcements.title",
      "announcements.source",
    ];
    expect([...ways, ...elsewhere].sort()).toEqual(all.sort());
  });

  for (const [way, { texts, send }] of Object.entries(WAYS)) {
    it(`through ${way} stop goods, contact details and disguises (D63, A143)`, async () => {
      for (const text of texts) {
        await newPeople();
        for (const attempt of Object.keys(ATTEMPTS) as Attempt[]) {
          if (attempt === "goods in a title" && !text.endsWith(".title")) continue;
          const got = await send(text.split(".")[1] ?? "", ATTEMPTS[attempt]);
          expect.soft(got, `${way}: ${text}: ${attempt}`).toEqual(wanted(text, attempt));
        }
      }
    });
  }

  it("of ratings give no contact, and may say that goods were forbidden", async () => {
    const { seller, buyer, order } = await completedDeal();
    const rate = (comment: string) =>
      buyer.request("POST", "/api/ratings", { order_id: order.order_id, rating: 1, comment }, key());
    for (const attempt of ["contact", "disguised contact"] as const) {
      expect(await outcomeOf(await rate(ATTEMPTS[attempt]))).toEqual({ refused: ["comment"] });
    }
    const { id } = await reply<OwnRating>(await rate("The bag was a counterfeit. Old rifle in the cupboard."), 201);
    await reply(await seller.request("POST", "/api/ratings", { order_id: order.order_id, rating: 5 }, key()), 201);
    for (const attempt of ["contact", "disguised contact"] as const) {
      const sent = await seller.request("POST", `/api/ratings/${id}/reply`, { text: ATTEMPTS[attempt] });
      expect(await outcomeOf(sent)).toEqual({ refused: ["text"] });
    }
  });

  it("of sellers' answers give no contact and offer no goods (A134)", async () => {
    const buyer = await createAccount({ full_name: "Bella Buyer" });
    const { id: itemId } = await createItem(shop, { price: 100, negotiation_enabled: true, minimum_price: 63 });
    const asked = { itemId, userMessage: "Does the veneer peel anywhere?" };
    const { conversationId: id } = await reply<NegotiationReply>(
      await buyer.request("POST", "/functions/v1/agent-negotiate", asked),
      200,
    );
    const { messages } = await reply<NegotiationView>(
      await buyer.request("GET", `/api/items/${itemId}/negotiation`),
      200,
    );
    const message_id = messages.findLast(({ ask_seller }) => ask_seller !== null)?.id;
    for (const attempt of ["goods", "disguised goods", "contact", "disguised contact"] as const) {
      const sent = await shop.request("POST", `/api/negotiations/${id}/answers`, {
        message_id,
        text: ATTEMPTS[attempt],
        shared: true,
      });
      expect(await refusal(sent, 422)).toMatchObject({ details: { fields: [{ field: "text" }] } });
    }
  });
});
