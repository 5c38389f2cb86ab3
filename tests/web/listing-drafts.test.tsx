import { beforeEach, describe, expect, it } from "vitest";
import type { CreateItemInput, OwnItem, UpdateItemInput } from "#contract/items";
import { type Attempt, draftsOf, newDraft, removeDraft, saveDraft } from "../../web/features/selling/drafts/drafts.ts";
import { startingValues } from "../../web/features/selling/listing-form/item-form-values.ts";
import { type Failure, type PublishPort, publish } from "../../web/features/selling/listing-form/publish.ts";

const NOW = Date.UTC(2026, 10, 21);
const values = startingValues(null, NOW);

describe("drafts stored in the browser", () => {
  beforeEach(() => localStorage.clear());

  it("are visible only to their author, newest first (D2)", () => {
    saveDraft({ ...newDraft("acc_one", values, NOW), id: "local-old" });
    saveDraft({ ...newDraft("acc_one", values, NOW + 1), id: "local-new" });
    saveDraft({ ...newDraft("acc_two", values, NOW), id: "local-theirs" });
    expect(draftsOf("acc_one").map(({ id }) => id)).toEqual(["local-new", "local-old"]);
    removeDraft("acc_one", "local-new");
    expect(draftsOf("acc_one").map(({ id }) => id)).toEqual(["local-old"]);
  });

  it("keep texts that are too long for a listing", () => {
    const long = { ...values, description: "x".repeat(20_000) };
    saveDraft(newDraft("acc_one", long, NOW));
    expect(draftsOf("acc_one")[0]?.values.description).toHaveLength(20_000);
  });

  it("that predate the Knowzee settings are loaded with default settings", () => {
    const { negotiation_enabled, minimum_price, negotiation_notes, public_notes, ...older } = values;
    const { version, sent, ...draft } = newDraft("acc_one", values, NOW);
    localStorage.setItem("goodstreet:drafts:acc_one", JSON.stringify([{ ...draft, values: older }]));
    expect(draftsOf("acc_one")).toEqual([{ ...draft, values, version, sent }]);
    expect([negotiation_enabled, minimum_price, negotiation_notes, public_notes]).toEqual([false, "", "", ""]);
  });

  it("have a local id that the server refuses (D2)", () => {
    expect(newDraft("acc_one", values, NOW).id).toMatch(/^local-[0-9a-f-]{36}$/);
  });

  it("are ignored when storage contains invalid data", () => {
    localStorage.setItem("goodstreet:drafts:acc_one", "{not json");
    expect(draftsOf("acc_one")).toEqual([]);
    localStorage.setItem("goodstreet:drafts:acc_one", JSON.stringify([{ id: "local-1", values: 7 }, null, "x"]));
    expect(draftsOf("acc_one")).toEqual([]);
  });
});

class Refused extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}
const offline = new Refused({ reached: false, status: 0, message: "offline" });
const invalid = new Refused({ reached: true, status: 422, message: "invalid" });

/** A server that remembers idempotency keys and can lose requests or replies. */
class Server {
  readonly items = new Map<string, { item: OwnItem; body: string }>();
  readonly calls: string[] = [];
  readonly updates: { id: string; change: UpdateItemInput }[] = [];
  readonly giveaways: { id: string; terms: CreateItemInput["giveaway"] }[] = [];
  lose: "request" | "reply" | null = null;
  refuse: Refused | null = null;
  last: Attempt | null = null;
  #keys = 0;

  port: PublishPort = {
    newKey: () => `key-${++this.#keys}`,
    remember: (attempt) => {
      this.last = attempt;
    },
    failureOf: (error) => (error as Refused).failure,
    create: async (body: CreateItemInput, key: string) => {
      this.calls.push(key);
      if (this.lose === "request") throw offline;
      if (this.refuse) throw this.refuse;
      const known = this.items.get(key);
      const text = JSON.stringify(body);
      if (known && known.body !== text)
        throw new Refused({ reached: true, status: 422, message: "idempotency_mismatch" });
      const item = known?.item ?? ({ id: `itm_${this.items.size + 1}`, version: 1 } as OwnItem);
      this.items.set(key, { item, body: text });
      if (this.lose === "reply") throw offline;
      return item;
    },
    update: async (id, change) => {
      this.updates.push({ id, change });
      return { id, version: 2 } as OwnItem;
    },
    giveAway: async (id, terms) => {
      this.giveaways.push({ id, terms });
    },
  };
}

const body: CreateItemInput = { title: "Bike", price: 240, category: "sports", condition: "good" };

describe("publish", () => {
  it("creates one listing when the reply is lost and the seller tries again (D2)", async () => {
    const server = new Server();
    server.lose = "reply";
    await expect(publish(body, null, server.port)).rejects.toBe(offline);
    server.lose = null;
    const item = await publish(body, server.last, server.port);
    expect(server.calls).toEqual(["key-1", "key-1"]);
    expect(server.items.size).toBe(1);
    expect(item.id).toBe("itm_1");
  });

  it("edits the existing listing when the seller changed something after a lost reply", async () => {
    const server = new Server();
    server.lose = "reply";
    await expect(publish(body, null, server.port)).rejects.toBe(offline);
    server.lose = null;
    const item = await publish({ ...body, price: 200 }, server.last, server.port);
    expect(server.items.size).toBe(1);
    expect(item.id).toBe("itm_1");
    expect(server.updates).toEqual([{ id: "itm_1", change: { ...body, price: 200, version: 1 } }]);
  });

  it("changes who gets the item when the seller chose that after a lost reply", async () => {
    const free: CreateItemInput = { ...body, price: 0 };
    const server = new Server();
    server.lose = "reply";
    await expect(publish(free, null, server.port)).rejects.toBe(offline);
    server.lose = null;
    const item = await publish({ ...free, giveaway: { mode: "pick" } }, server.last, server.port);
    expect(server.giveaways).toEqual([{ id: "itm_1", terms: { mode: "pick" } }]);
    expect(item.giveaway).toBe("pick");
  });

  it("creates the current version when the first request never arrived", async () => {
    const server = new Server();
    server.lose = "request";
    await expect(publish(body, null, server.port)).rejects.toBe(offline);
    server.lose = null;
    await publish({ ...body, price: 200 }, server.last, server.port);
    expect(server.items.size).toBe(1);
    expect(server.updates.at(-1)?.change.price).toBe(200);
  });

  it("keeps the unsettled attempt while the server cannot be reached", async () => {
    const server = new Server();
    server.lose = "reply";
    await expect(publish(body, null, server.port)).rejects.toBe(offline);
    await expect(publish({ ...body, price: 200 }, server.last, server.port)).rejects.toBe(offline);
    expect(server.last).toMatchObject({ key: "key-1", settled: false, body });
  });

  it("uses a new key after a refusal, because nothing was created", async () => {
    const server = new Server();
    server.refuse = invalid;
    await expect(publish(body, null, server.port)).rejects.toBe(invalid);
    expect(server.last?.settled).toBe(true);
    server.refuse = null;
    await publish({ ...body, title: "Better bike" }, server.last, server.port);
    expect(server.calls).toEqual(["key-1", "key-2"]);
    expect(server.items.size).toBe(1);
  });
});
