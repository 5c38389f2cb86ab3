/** Which fields of the server's replies the offline cache may store: a canary in every forbidden field (A104). */
import { describe, expect, it } from "vitest";
import type { OwnItem } from "#contract/items";
import type { OrderView } from "#contract/orders";
import {
  ADDRESS_RETENTION_MS,
  cachedForm,
  displayableForm,
  expiredReplies,
  familyOf,
  LIMITS,
  photoUrlsOf,
} from "../../web/app/offline/cached-form.ts";
import { person, visitor } from "../support/web/api.ts";
import { order, ownItem, PHOTO } from "../support/web/item-and-order.ts";
import { messageView, threadView } from "../support/web/messages.ts";

const NOW = Date.UTC(2026, 10, 21);
const DAY = 86_400_000;
const orderKey = ["orders", "one", "ord_1"];
const itemKey = ["items", "detail", "itm_1"];
const pages = (items: OrderView[]) => ({
  pages: [{ items, next_cursor: "more", server_now: NOW }],
  pageParams: [null],
});

describe("cachedForm", () => {
  it("stores opened items, the user's orders and threads, and nothing else", () => {
    const others = [
      ["counts"],
      ["cart"],
      ["profile"],
      ["items", "list", {}],
      ["conversation", "itm_1"],
      ["admin", "people"],
    ];
    for (const key of others) {
      expect(familyOf(key)).toBeNull();
      expect(cachedForm(key, { any: "thing" })).toBeNull();
    }
  });

  it("stores an item's public page, also for its owner: no minimum price, notes or address", () => {
    const mine: OwnItem = {
      ...ownItem(),
      minimum_price: 777_001,
      negotiation_notes: "CANARY notes",
      public_notes: "CANARY public notes",
      collection_address: "CANARY street",
      postcode: "CANARY code",
    };
    const text = JSON.stringify(cachedForm(itemKey, mine));
    expect(text).not.toMatch(/CANARY|777001/);
    expect(text).toContain(mine.description);
  });

  it("stores an item without its hold and without actions", () => {
    const held = { ...ownItem(), status: "reserved", reserved_until: NOW + 60_000, reserved_by_you: true } as OwnItem;
    expect(cachedForm(itemKey, held)).toMatchObject({
      status: "active",
      reserved_until: null,
      reserved_by_you: false,
      abilities: { buy: false, edit: false, trade: false },
    });
    expect(cachedForm(itemKey, { ...held, status: "sold" })).toMatchObject({ status: "sold" });
  });

  it("stores an order with its ticket, but without payment details", () => {
    const bank = { account_name: "CANARY", bsb: "CANARY", account_number: "CANARY" };
    const paid = order({ status: "payment_confirmed", bank_details: bank, handover: { code: "123456", qr: "GS1.x" } });
    for (const copy of [cachedForm(orderKey, paid), cachedForm(["orders", "list", "buyer"], pages([paid]))]) {
      expect(JSON.stringify(copy)).not.toContain("CANARY");
      expect(JSON.stringify(copy)).toContain("123456");
    }
  });

  it("stores no ticket and no address of a finished order", () => {
    const over = order({ status: "completed", collection_address: "CANARY", collection_address_text: "CANARY" });
    expect(JSON.stringify(cachedForm(orderKey, { ...over, handover: { code: "CANARY", qr: "CANARY" } }))).not.toContain(
      "CANARY",
    );
  });

  it("stores the session without phone, address, bank details and wallets", () => {
    const copy = cachedForm(
      ["session"],
      person({
        phone: "CANARY",
        collection_address: "CANARY",
        postcode: "CANARY",
        bank_details: { account_name: "CANARY", bsb: "CANARY", account_number: "CANARY" },
        crypto_wallet_addresses: { btc: "CANARY" },
      }),
    );
    expect(JSON.stringify(copy)).not.toContain("CANARY");
    expect(copy).toMatchObject({ user: { id: "acc_maya0000000000000000" } });
  });

  it("stores no session of a visitor or during impersonation", () => {
    expect(cachedForm(["session"], visitor)).toBeNull();
    expect(cachedForm(["session"], { ...person(), viewing: { until: NOW } })).toBeNull();
  });

  it("stores the last 50 messages of a thread", () => {
    const messages = Array.from({ length: 80 }, (_, index) => messageView(index + 1));
    const copy = cachedForm(["conversations", "thread", "cnv_1"], { messages, lastSeq: 80, older: false });
    expect(copy).toMatchObject({ older: true, lastSeq: 80 });
    expect((copy as { messages: { seq: number }[] }).messages.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 31),
    );
  });
});

describe("displayableForm", () => {
  const paid = order({
    status: "payment_confirmed",
    collection_date: NOW,
    collection_address: "4 Fig Street",
    collection_address_text: "4 Fig Street",
  });
  const shown = (copy: OrderView, now: number) =>
    displayableForm({ key: orderKey, data: cachedForm(orderKey, copy), at: NOW }, now) as OrderView;

  it("shows the collection address until a day after the collection", () => {
    expect(shown(paid, NOW + ADDRESS_RETENTION_MS).collection_address).toBe("4 Fig Street");
    const after = shown(paid, NOW + ADDRESS_RETENTION_MS + 1);
    expect(after.collection_address).toBeNull();
    expect(after.collection_address_text).toBe("You'll see the address here once you're back online");
  });

  it("says that the server must be asked when the address was not yet revealed", () => {
    const later = order({
      ...paid,
      collection_address: null,
      collection_address_at: NOW + DAY,
      collection_date: NOW + 2 * DAY,
    });
    expect(shown(later, NOW).collection_address_at).toBe(NOW + DAY);
    expect(shown(later, NOW + DAY + 1)).toMatchObject({ collection_address: null, collection_address_at: null });
  });

  it("shows nothing that is too old, also when the clock was set back", () => {
    const item = { key: itemKey, data: cachedForm(itemKey, ownItem()), at: NOW };
    expect(displayableForm(item, NOW + LIMITS.item.days * DAY)).not.toBeNull();
    expect(displayableForm(item, NOW + LIMITS.item.days * DAY + 1)).toBeNull();
    expect(displayableForm(item, NOW - LIMITS.item.days * DAY - 1)).toBeNull();
  });
});

describe("expiredReplies", () => {
  it("returns the items beyond the last fifty and everything expired", () => {
    const items = Array.from({ length: 53 }, (_, index) => ({
      key: ["items", "detail", `itm_${index}`],
      data: ownItem(),
      at: NOW - index,
    }));
    const old = { key: ["conversations", "one", "cnv_1"], data: threadView(), at: NOW - 15 * DAY };
    expect(expiredReplies([old, ...items], NOW).map(({ key }) => key[2])).toEqual([
      "itm_50",
      "itm_51",
      "itm_52",
      "cnv_1",
    ]);
  });
});

describe("photoUrlsOf", () => {
  it("returns the pictures of stored items and orders, one size of each photo", () => {
    const copy = { key: itemKey, data: cachedForm(itemKey, ownItem()), at: NOW };
    const bought = {
      key: orderKey,
      data: order({ item: { title: "t", image_url: "/images/o.webp" } }),
      at: NOW,
    };
    expect([...photoUrlsOf([copy, bought])]).toEqual([PHOTO.url_800, "/images/o.webp"]);
  });

  it("returns no pictures of other sites", () => {
    const foreign = order({ item: { title: "t", image_url: "https://evil.example/x.png" } });
    expect([...photoUrlsOf([{ key: orderKey, data: foreign, at: NOW }])]).toEqual([]);
  });
});
