/**
 * Puts a canary into every protected field and reads every GET route and the replies of a whole order as visitor,
 * stranger, buyer and seller. No canary may appear where D4–D9 do not allow it.
 */
import { beforeAll, describe, expect, it, vi } from "vitest";
import { app } from "../../worker/app.ts";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { createBundle } from "../support/workerd/browse.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";

const DAY = 86_400_000;

/** Values by field, each unlike anything the service would say by itself. */
const CANARIES = {
  sellerEmail: "canary-seller-mail@example.com",
  sellerPhone: "+61 400 555 901",
  sellerMobile: "0400 555 904",
  sellerMobileStored: "+61400555904",
  sellerAddress: "11 Canaryprofile Street",
  sellerPostcode: "3999",
  sellerName: "Selma Canarysurname",
  accountNumber: "7655432198",
  bsb: "987-654",
  wallet: "rCanaryWalletAddress",
  itemAddress: "22 Canaryitem Road",
  minimumPrice: "48.57",
  notes: "canary notes for the assistant",
  buyerEmail: "canary-buyer-mail@example.com",
  buyerPhone: "+61 400 555 902",
  buyerName: "Bruno Canarybuyer",
} as const;
type Canary = keyof typeof CANARIES;

let seller: TestAccount;
let buyer: TestAccount;
let stranger: TestAccount;
let itemId: string;
let bundleId: string;

beforeAll(async () => {
  seller = await createAccount({
    email: CANARIES.sellerEmail,
    full_name: CANARIES.sellerName,
    phone: CANARIES.sellerPhone,
    postcode: CANARIES.sellerPostcode,
    collection_address: CANARIES.sellerAddress,
    bank_details: { account_name: "Selma C", bsb: CANARIES.bsb, account_number: CANARIES.accountNumber },
    crypto_wallet_addresses: { xrp: CANARIES.wallet },
  });
  buyer = await createAccount({
    email: CANARIES.buyerEmail,
    full_name: CANARIES.buyerName,
    phone: CANARIES.buyerPhone,
  });
  stranger = await createAccount({});
  await runSql`INSERT INTO confirmed_phones (account_id, number, confirmed_at)
    VALUES (${seller.id}, ${CANARIES.sellerMobileStored}, 1)`;
  itemId = await createItem();
  bundleId = await createBundle(seller, [itemId, await createItem()], { collection_address: CANARIES.itemAddress });
});

async function createItem(price = 80): Promise<string> {
  const reply = await seller.request("POST", "/api/items", {
    title: "Lamp with secrets",
    description: "A lamp.",
    price,
    category: "furniture",
    condition: "good",
    collection_address: CANARIES.itemAddress,
    collection_date: Date.now() + 5 * DAY,
    negotiation_enabled: price > 0,
    minimum_price: price > 0 ? Number(CANARIES.minimumPrice) : null,
    negotiation_notes: CANARIES.notes,
  });
  expect(reply.status, await reply.clone().text()).toBe(201);
  return ((await reply.json()) as { id: string }).id;
}

const REQUEST_ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * Returns the canaries in a text. A short number counts only on its own, because ids and times contain any four digits
 * sooner or later. Request ids are removed first.
 */
function found(reply: string): Canary[] {
  const text = reply.replaceAll(REQUEST_ID, "");
  return (Object.keys(CANARIES) as Canary[]).filter((name) => {
    const marker = CANARIES[name];
    return /^\d{1,6}$/.test(marker)
      ? new RegExp(`(?<![A-Za-z0-9])${marker}(?![A-Za-z0-9])`).test(text)
      : text.includes(marker);
  });
}

async function read(response: Response): Promise<string> {
  const headers = [...response.headers]
    .filter(([name]) => name !== "set-cookie")
    .map(([name, value]) => `${name}: ${value}`);
  return `${headers.join("\n")}\n${await response.text()}`;
}

/** Returns every GET route of the app with every id that could fit. */
function addresses(ids: string[]): string[] {
  const paths = new Set(
    app.routes.filter((route) => route.method === "GET" && !route.path.includes("*")).map((route) => route.path),
  );
  const filled = [...paths].flatMap((path) =>
    path.includes(":") ? ids.map((id) => path.replaceAll(/:[a-z_]+/gi, id)) : [path],
  );
  return [
    ...filled,
    "/api/items?q=lamp",
    "/api/items?location=Canary",
    `/api/items?seller_id=${seller.id}`,
    "/api/items?status=sold",
    `/api/items/status?ids=${itemId}`,
    `/api/bundles?seller_id=${seller.id}`,
    "/api/ads?placements=top_banner,sidebar,between_items,bottom_banner,local_deals",
    "/api/orders?role=buyer",
    "/api/orders?role=seller",
    "/api/payment-confirmations?status=pending",
    "/api/payment-confirmations?status=settled",
    "/",
    `/ItemDetail/${itemId}`,
  ];
}

async function crawl(who: TestAccount | null, ids: string[]): Promise<Map<string, Canary[]>> {
  const leaks = new Map<string, Canary[]>();
  for (const path of addresses(ids)) {
    const response = await call("GET", path, undefined, who?.headers ?? {});
    expect(response.status, path).toBeLessThan(500);
    const markers = found(await read(response));
    if (markers.length > 0) leaks.set(path, markers);
  }
  return leaks;
}

const OWN_SELLER: Canary[] = [
  "sellerEmail",
  "sellerPhone",
  "sellerMobile",
  "sellerAddress",
  "sellerPostcode",
  "sellerName",
  "accountNumber",
  "bsb",
  "wallet",
  "itemAddress",
  "minimumPrice",
  "notes",
];
const OWN_BUYER: Canary[] = ["buyerEmail", "buyerPhone", "buyerName"];

describe("protected fields of a listing, its seller and its buyer", () => {
  it("appear in no GET reply to anyone but their owner before an order (D4, A15, A104, A107)", async () => {
    const ids = [itemId, bundleId, seller.id, buyer.id];
    // Guards against an empty test: the bundle is visible.
    expect(await (await call("GET", `/api/bundles/${bundleId}`)).text()).toContain(itemId);
    expect(await crawl(null, ids)).toEqual(new Map());
    expect(await crawl(stranger, ids)).toEqual(new Map());
    for (const [path, markers] of await crawl(buyer, ids)) {
      expect(
        markers.filter((marker) => !OWN_BUYER.includes(marker)),
        path,
      ).toEqual([]);
    }
    for (const [path, markers] of await crawl(seller, ids)) {
      expect(
        markers.filter((marker) => !OWN_SELLER.includes(marker)),
        path,
      ).toEqual([]);
    }
  });

  // The postcode of an item may be searched. A street, a note and the seller's own address may not.
  it("cannot be found by searching for them (A104)", async () => {
    for (const secret of [CANARIES.itemAddress, CANARIES.notes, CANARIES.sellerAddress]) {
      for (const field of ["q", "location"]) {
        const reply = await call("GET", `/api/items?${field}=${encodeURIComponent(secret)}`);
        const body = (await reply.json()) as { items: { id: string }[] };
        expect(
          body.items.map((item) => item.id),
          `${field}=${secret}`,
        ).toEqual([]);
      }
    }
  });

  it("are revealed during a bank order only to the parties and at the times that the rules allow (A104, A106, A108)", async () => {
    const itemId = await createItem();
    const replies: { step: string; text: string }[] = [];
    const act = async (
      who: TestAccount,
      step: string,
      method: "GET" | "POST" | "DELETE",
      path: string,
      body?: unknown,
    ) => {
      const response = await who.request(method, path, body);
      const text = await read(response.clone());
      replies.push({ step, text });
      expect(response.status, `${step}: ${text}`).toBeLessThan(300);
      return (await response.json()) as Record<string, string>;
    };

    await act(buyer, "reserve", "POST", "/api/rpc/reserve_item", { item_id: itemId, reservation_type: "buy_now" });
    await act(buyer, "checkout", "GET", `/api/items/${itemId}/checkout`);
    const early = await buyer.request("POST", `/api/items/${itemId}/checkout/payment-details`, {
      method: "bank_transfer",
    });
    expect(early.status).toBe(422);
    expect(found(await read(early))).toEqual([]);
    await act(buyer, "acknowledge", "POST", `/api/items/${itemId}/checkout/acknowledgement`, { acknowledged: true });
    for (const { step, text } of replies) expect(found(text), step).toEqual([]);

    const details = await act(buyer, "details", "POST", `/api/items/${itemId}/checkout/payment-details`, {
      method: "bank_transfer",
    });
    expect(found(replies.at(-1)?.text ?? "").sort()).toEqual(["accountNumber", "bsb"]);
    const strangersTry = await stranger.request("POST", `/api/items/${itemId}/checkout/payment-details`, {
      method: "bank_transfer",
    });
    expect(found(await read(strangersTry))).toEqual([]);

    const transaction = await act(buyer, "buy", "POST", "/api/transactions", {
      itemId,
      paymentMethod: "bank_transfer",
      referenceNumber: details.reference_number,
    });
    const orderId = transaction.order_id ?? "";
    const ids = [itemId, seller.id, buyer.id, orderId, transaction.id ?? ""];
    const { results } = await allRows<{ id: string }>`SELECT id FROM payment_confirmations WHERE order_id = ${orderId}`;
    const confirmationId = results[0]?.id ?? "";
    ids.push(confirmationId);

    const nothingForeign = async (allowedToBuyer: Canary[]) => {
      expect(await crawl(null, ids)).toEqual(new Map());
      expect(await crawl(stranger, ids)).toEqual(new Map());
      for (const [path, markers] of await crawl(buyer, ids)) {
        expect(
          markers.filter((marker) => ![...OWN_BUYER, ...allowedToBuyer].includes(marker)),
          path,
        ).toEqual([]);
      }
      for (const [path, markers] of await crawl(seller, ids)) {
        expect(
          markers.filter((marker) => !OWN_SELLER.includes(marker)),
          path,
        ).toEqual([]);
      }
    };
    await nothingForeign(["accountNumber", "bsb"]);

    await act(seller, "confirm", "POST", "/api/rpc/confirm_payment_received", { confirmation_id: confirmationId });
    expect(found(replies.at(-1)?.text ?? "").filter((marker) => OWN_BUYER.includes(marker))).toEqual([]);
    await nothingForeign([]);

    const order = await firstRow<{ collection_date: number }>`SELECT collection_date FROM orders WHERE id = ${orderId}`;
    const reveal = (order?.collection_date ?? 0) - DAY;
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(reveal - 1);
    expect(found(await read(await buyer.request("GET", `/api/orders/${orderId}`)))).not.toContain("itemAddress");
    vi.setSystemTime(reveal);
    expect(found(await read(await buyer.request("GET", `/api/orders/${orderId}`)))).toContain("itemAddress");
    expect(found(await read(await stranger.request("GET", `/api/orders/${orderId}`)))).toEqual([]);
    await nothingForeign(["itemAddress"]);
  }, 300_000);

  it("do not appear in emails to the other party (A104)", async () => {
    const { results } = await allRows<Record<string, string>>`SELECT to_address, subject, text, html
      FROM mail_outbox`;
    for (const mail of results) {
      const markers = found(`${mail.subject}\n${mail.text}\n${mail.html}`);
      const own = mail.to_address === CANARIES.sellerEmail ? OWN_SELLER : OWN_BUYER;
      expect(
        markers.filter((marker) => !own.includes(marker)),
        `${mail.to_address}: ${mail.subject}`,
      ).toEqual([]);
    }
  });
});
