/** The editor of the home page, and announcements edited by two admins (D13, D34, decision 0030). */
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StaffAnnouncement } from "#contract/community/announcements";
import type { HomeView } from "#contract/items/marketplace";
import type { HomeDocument, HomeEditorReply } from "#contract/site/homepage";
import { DEFAULT_HERO } from "#domain/site/homepage";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { later } from "../support/workerd/clock.ts";
import { refusal, reply } from "../support/workerd/deals.ts";
import { createItem } from "../support/workerd/listings.ts";
import { row } from "../support/workerd/rooms.ts";

const PATH = "/api/admin/homepage";

let admin: TestAccount;
let seller: TestAccount;

beforeAll(async () => {
  [admin, seller] = await Promise.all([createAccount({ role: "admin" }), createAccount()]);
});
afterAll(async () => {
  await env.DB.prepare("DELETE FROM homepage_content").run();
});

const read = async () => reply<HomeEditorReply>(await admin.request("GET", PATH), 200);
const put = (version: number, document: unknown, who = admin) => who.request("PUT", PATH, { version, document });
const home = async () => reply<HomeView>(await call("GET", "/api/homepage"), 200);

const part = (document: HomeDocument, kind: string) => {
  const found = document.parts.find((one) => one.kind === kind);
  if (!found) throw new Error(kind);
  return found;
};

describe("/api/admin/homepage", () => {
  it("returns the default home page first, and refuses users", async () => {
    const stranger = await createAccount();
    expect((await stranger.request("GET", PATH)).status).toBe(403);
    const { version, document } = await read();
    expect(version).toBe(0);
    expect(document.hero).toEqual(DEFAULT_HERO);
    expect(document.parts.map(({ id }) => id)).toEqual(["categories", "featured", "how-it-works", "sold", "sell"]);
    expect((await put(0, document, stranger)).status).toBe(403);
  });

  it("publishes the saved sections in order, without inactive sections and unavailable items", async () => {
    const lamp = await createItem(seller, { title: "Chosen lamp" });
    const vase = await createItem(seller, { title: "Chosen vase" });
    const { version, document } = await read();
    const { hero } = document;
    const featured = { ...part(document, "featured"), title: "Our favourites", item_ids: [vase.id, lamp.id] };
    const text = { ...part(document, "callout"), id: "s-news", kind: "text", title: "News", text: "<b>Hello</b>" };
    const off = { ...part(document, "sold"), active: false };
    const saved = await reply<HomeEditorReply>(
      await put(version, {
        hero: { ...hero, title: "Kerbside finds", secondary: null },
        parts: [text, featured, off, part(document, "categories")],
      }),
      200,
    );
    expect(saved.version).toBe(version + 1);
    expect(saved.chosen.map(({ id }) => id)).toEqual([vase.id, lamp.id]);
    expect(saved.document.parts.map(({ id }) => id)).toEqual(["s-news", "featured", "sold", "categories"]);

    const view = await home();
    expect([view.hero.title, view.hero.secondary]).toEqual(["Kerbside finds", null]);
    expect(view.layout).toEqual([
      { id: "s-news", kind: "text", title: "" },
      { id: "featured", kind: "featured", title: "Our favourites" },
      { id: "categories", kind: "categories", title: "" },
    ]);
    expect(view.sections.map(({ title, text: words }) => [title, words])).toEqual([["News", "<b>Hello</b>"]]);
    expect(view.featured.map(({ id }) => id)).toEqual([vase.id, lamp.id]);

    await reply(await seller.request("DELETE", `/api/items/${vase.id}`), 200);
    expect((await home()).featured.map(({ id }) => id)).toEqual([lamp.id]);
    await reply(await seller.request("DELETE", `/api/items/${lamp.id}`), 200);
    expect((await home()).featured.map(({ id }) => id)).not.toContain(lamp.id);

    const entry = await row<{ actor_id: string; details: string }>(
      "SELECT actor_id, details FROM audit_log WHERE action = 'homepage_saved' ORDER BY id DESC LIMIT 1",
    );
    expect(entry?.actor_id).toBe(admin.id);
    expect(JSON.parse(entry?.details ?? "")).toMatchObject({
      version: saved.version,
      parts: ["s-news", "featured", "sold (off)", "categories"],
    });
  });

  it("refuses unsafe links, duplicate or missing sections, and sections without a title (A75)", async () => {
    const { version, document } = await read();
    const { hero, parts } = document;
    const sold = part(document, "sold");
    for (const bad of [
      { ...document, hero: { ...hero, primary: { label: "Go", href: "javascript:alert(1)" } } },
      { ...document, hero: { ...hero, primary: { label: "Go", href: "//evil.example" } } },
      { ...document, hero: { ...hero, title: "" } },
      { ...document, parts: [...parts, { ...sold, id: "sold-2" }] },
      { ...document, parts: [...parts, sold] },
      { ...document, parts: parts.filter(({ kind }) => kind !== "sold") },
      { ...document, parts: [...parts, { ...sold, id: "s-1", kind: "text", title: "" }] },
      { ...document, parts: [...parts, { ...sold, id: "hero", kind: "text", title: "Hero" }] },
      { ...document, parts: [...parts, { ...sold, id: "s-1", kind: "script", title: "x" }] },
    ]) {
      expect((await put(version, bad)).status, JSON.stringify(bad)).toBe(422);
    }
    expect((await read()).version).toBe(version);
  });

  it("refuses the later of two concurrent saves, and keeps the last ten versions", async () => {
    const { version, document } = await read();
    const at = (title: string) => ({ ...document, hero: { ...document.hero, title } });
    const replies = await Promise.all([put(version, at("One of two")), put(version, at("Two of two"))]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await refusal(await put(version, at("Too late")), 409)).code).toBe("stale");
    for (let index = 1; index <= 11; index++) {
      await reply(await put(version + index, at(`Round ${index}`)), 200);
    }
    const stored = await read();
    expect(stored.version).toBe(version + 12);
    expect(stored.versions.map((one) => one.version)).toEqual(Array.from({ length: 10 }, (_, i) => version + 12 - i));
    expect(stored.versions[1]?.document.hero.title).toBe("Round 10");
    expect((await home()).hero.title).toBe("Round 11");
  });
});

describe("announcement edited by two admins", () => {
  it("accepts the first save and refuses the second as stale", async () => {
    const made = await reply<StaffAnnouncement>(
      await admin.request("POST", "/api/admin/announcements", { title: "Fewer fees", source: "**None**, in fact." }),
      201,
    );
    const patch = (json: object) => admin.request("PATCH", `/api/admin/announcements/${made.id}`, json);
    const saved = await later(1, () => patch({ title: "No fees", edited_from: made.updated_at }));
    const first = await reply<StaffAnnouncement>(saved, 200);
    expect((await refusal(await patch({ title: "Old fees", edited_from: made.updated_at }), 409)).code).toBe("stale");
    const again = await reply<StaffAnnouncement>(await patch({ ends_at: null, edited_from: first.updated_at }), 200);
    expect([again.title, again.html]).toEqual(["No fees", "<p><strong>None</strong>, in fact.</p>"]);
  });
});
