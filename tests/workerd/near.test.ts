/** The visitor's place (D51): its cookie, the profile, and the pages that are rendered for it. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { ErrorBody } from "#contract/errors";
import type { ItemListReply } from "#contract/items/marketplace";
import type { NearReply } from "#contract/places";
import { EMBEDDED_REPLIES_ID, type EmbeddedReplies } from "#domain/site/embedded-replies";
import { app } from "../../worker/app.ts";
import {
  call,
  cookieHeader,
  cookiesOf,
  createAccount,
  ORIGIN,
  TEST_PASSWORD,
  type TestAccount,
} from "../support/workerd/accounts.ts";
import { createItem } from "../support/workerd/listings.ts";
import { siteFiles } from "../support/workerd/site-files.ts";
import { firstRow } from "../support/workerd/sql.ts";

const COOKIE = "local-near";
const NEWTOWN = {
  place: "Newtown NSW 2042",
  suburb: "Newtown",
  state: "NSW",
  postcode: "2042",
  lat: -33.898,
  lon: 151.179,
  within_km: null,
};
const at = (place: string, radius = "") => ({ Cookie: `${COOKIE}=${encodeURIComponent(`${place}|${radius}`)}` });

const nearOf = async (headers: Record<string, string>) =>
  ((await (await call("GET", "/api/places/near", undefined, headers)).json()) as NearReply).near;
const put = (body: unknown, who: TestAccount | null = null) =>
  who ? who.request("PUT", "/api/places/near", body) : call("PUT", "/api/places/near", body);
/** The place of the cookie that a response sets: "" when it clears the cookie, null when it leaves it alone. */
const setBy = (response: Response) => {
  const value = cookiesOf(response)[COOKIE];
  return value === undefined ? null : decodeURIComponent(value);
};

interface ProfilePlace {
  suburb: string | null;
  city: string | null;
  state_region: string | null;
  postcode: string | null;
}
const profileOf = ({ id }: { id: string }) =>
  firstRow<ProfilePlace>`SELECT suburb, city, state_region, postcode FROM profiles WHERE id = ${id}`;
const NO_PLACE = { suburb: null, city: null, state_region: null, postcode: null };

describe("the visitor's place", () => {
  it("is none at first, is kept in a cookie, and can be forgotten", async () => {
    expect(await nearOf({})).toBeNull();
    const set = await put({ place: "newtown, New South Wales" });
    expect([set.status, await set.json()]).toEqual([200, { near: NEWTOWN }]);
    const [line = ""] = set.headers.getSetCookie();
    expect(line).toBe(`${COOKIE}=Newtown%20NSW%202042%7C; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax`);
    expect(await nearOf({ Cookie: cookieHeader(cookiesOf(set)) })).toEqual(NEWTOWN);
    const forgotten = await call("DELETE", "/api/places/near", undefined, { Cookie: cookieHeader(cookiesOf(set)) });
    expect([forgotten.status, setBy(forgotten)]).toEqual([204, ""]);
  });

  it("keeps its radius until it is set again", async () => {
    const set = await put({ place: "2042", within_km: 10 });
    expect(await set.json()).toEqual({ near: { ...NEWTOWN, within_km: 10 } });
    expect(await nearOf({ Cookie: cookieHeader(cookiesOf(set)) })).toMatchObject({ within_km: 10 });
    expect(setBy(await put({ place: "2042", within_km: null }))).toBe("Newtown NSW 2042|");
  });

  it("has a Secure cookie of this host on a deployed site", async () => {
    const reply = await app.fetch(
      new Request("https://goodstreet.example/api/places/near", {
        method: "PUT",
        headers: { "Content-Type": "application/json", Origin: "https://goodstreet.example" },
        body: JSON.stringify({ place: "2042" }),
      }),
      { ...env, APP_ENV: "production" },
      { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} } as unknown as ExecutionContext,
    );
    expect(reply.headers.getSetCookie()[0]).toMatch(/^__Host-near=.*; Secure; /);
  });

  it("is refused, with the field named, when it is unknown, a whole state or has another radius", async () => {
    for (const [body, field] of [
      [{ place: "Atlantis" }, "place"],
      [{ place: "Victoria" }, "place"],
      [{ place: " " }, "place"],
      [{}, "place"],
      [{ place: "2042", within_km: 7 }, "within_km"],
    ] as const) {
      const reply = await put(body);
      const { error } = (await reply.json()) as ErrorBody;
      expect([reply.status, error.details?.fields?.[0]?.field, setBy(reply)]).toEqual([422, field, null]);
    }
  });

  it("ignores a cookie that we did not write", async () => {
    for (const value of ["Atlantis|10", "Newtown NSW 2042|7", "<script>|", "%"]) {
      expect(await nearOf({ Cookie: `${COOKIE}=${encodeURIComponent(value)}` }), value).toBeNull();
    }
  });
});

describe("the place of an account", () => {
  it("is filled in from the visitor's place when the profile names none", async () => {
    const empty = await createAccount(NO_PLACE);
    await put({ place: "2042" }, empty);
    expect(await profileOf(empty)).toEqual({ suburb: "Newtown", city: null, state_region: "NSW", postcode: "2042" });
    await put({ place: "Perth" }, empty);
    expect(await profileOf(empty)).toMatchObject({ suburb: "Newtown" });
    const settled = await createAccount({ suburb: null, city: "Melbourne", postcode: null });
    await put({ place: "2042" }, settled);
    expect(await profileOf(settled)).toMatchObject({ suburb: null, city: "Melbourne", postcode: null });
  });

  const signIn = ({ email }: TestAccount, headers: Record<string, string> = {}) =>
    call("POST", "/api/auth/sign-in", { email, password: TEST_PASSWORD }, headers);

  it("becomes the visitor's place at sign-in, unless the browser has one", async () => {
    const account = await createAccount({ suburb: "Carlton", city: "Melbourne", postcode: "3053" });
    expect(setBy(await signIn(account))).toBe("Carlton VIC 3053|");
    expect(setBy(await signIn(account, at("Newtown NSW 2042", "10")))).toBeNull();
    expect(setBy(await signIn(await createAccount({ suburb: "Atlantis", city: null })))).toBeNull();
    expect(setBy(await signIn(await createAccount(NO_PLACE)))).toBeNull();
  });

  it("is chosen at sign-up, or not", async () => {
    const signUp = (email: string, suburb?: string) =>
      call("POST", "/api/auth/sign-up", { email, password: "a quiet harbour 43", full_name: "Ada New", suburb });
    const idOf = async (email: string) => ({
      id: (await env.DB.prepare("SELECT id FROM accounts WHERE email = ?").bind(email).first<string>("id")) ?? "",
    });
    const placed = await signUp("placed@example.com", "2042");
    expect([placed.status, setBy(placed)]).toEqual([201, "Newtown NSW 2042|"]);
    expect(await profileOf(await idOf("placed@example.com"))).toMatchObject({ suburb: "Newtown", postcode: "2042" });
    for (const [email, suburb] of [["blank@example.com", " "], ["without@example.com"]] as const) {
      const reply = await signUp(email, suburb);
      expect([reply.status, setBy(reply)]).toEqual([201, null]);
      expect(await profileOf(await idOf(email))).toEqual(NO_PLACE);
    }
    const refused = await signUp("lost@example.com", "Atlantis");
    const { error } = (await refused.json()) as ErrorBody;
    expect([refused.status, error.details?.fields?.[0]?.field]).toEqual([422, "suburb"]);
    expect((await idOf("lost@example.com")).id).toBe("");
  });

  it("leaves the browser at sign-out", async () => {
    const account = await createAccount();
    expect(setBy(await account.request("POST", "/api/auth/sign-out"))).toBe("");
  });
});

describe("a page", () => {
  const open = async (path: string, headers: Record<string, string> = {}) => {
    const reply = await app.fetch(new Request(ORIGIN + path, { headers }), { ...env, ASSETS: siteFiles() }, {
      waitUntil: () => undefined,
      passThroughOnException: () => undefined,
      props: {},
    } as unknown as ExecutionContext);
    const html = await reply.text();
    const [, boot = "null"] = new RegExp(`id="${EMBEDDED_REPLIES_ID}">([^<]*)<`).exec(html) ?? [];
    return { reply, html, boot: JSON.parse(boot) as EmbeddedReplies | null };
  };

  it("contains the visitor's place, and is kept out of shared caches (A109)", async () => {
    const account = await createAccount();
    for (const path of ["/", "/Marketplace", "/Home", "/Store", "/Terms", "/SignIn", "/nowhere"]) {
      const placed = await open(path, at("Newtown NSW 2042"));
      expect([path, placed.boot?.["/api/places/near"]]).toEqual([path, { near: NEWTOWN }]);
      // Home also sets the cookie that counts its ads, so it is not stored at all.
      const cached = path === "/Home" ? "private, no-store" : "private, no-cache";
      expect([path, placed.reply.headers.get("Cache-Control")]).toEqual([path, cached]);
      expect([path, placed.reply.headers.get("Vary")]).toEqual([path, "Cookie"]);
      const unplaced = await open(path);
      expect([path, unplaced.boot?.["/api/places/near"]]).toEqual([path, { near: null }]);
    }
    const own = await open("/MyItems", { Cookie: `${account.cookie}; ${at("Newtown NSW 2042").Cookie}` });
    expect(own.boot?.["/api/places/near"]).toEqual({ near: NEWTOWN });
    expect(own.reply.headers.get("Cache-Control")).toBe("private, no-store");
    // The app shell that the service worker stores is fetched without cookies and must not claim that there is no place.
    expect((await open("/Settings")).boot).toBeNull();
  });

  it("lists what is near the visitor, unless its address names another place", async () => {
    const seller = await createAccount();
    const sydney = await createItem(seller, {
      title: "Near lamp",
      suburb: "Newtown",
      city: "Sydney",
      postcode: "2042",
    });
    const perth = await createItem(seller, { title: "Far lamp", suburb: "Perth", city: "Perth", postcode: "6000" });
    const listIn = async (path: string, headers: Record<string, string>) => {
      const { boot } = await open(path, headers);
      const [key = ""] = Object.keys(boot ?? {}).filter((name) => name.startsWith("/api/items"));
      const listed = boot?.[key] as ItemListReply;
      return { key, ids: listed.items.map((item) => item.id) };
    };
    expect(await listIn("/Marketplace", at("Newtown NSW 2042"))).toEqual({
      key: "/api/items?limit=24&near=Newtown NSW 2042&sort=date_desc",
      ids: [sydney.id, perth.id],
    });
    expect((await listIn("/", at("Perth WA 6000"))).ids).toEqual([perth.id, sydney.id]);
    expect(await listIn("/Marketplace", at("Newtown NSW 2042", "50"))).toEqual({
      key: "/api/items?limit=24&near=Newtown NSW 2042&sort=date_desc&within_km=50",
      ids: [sydney.id],
    });
    expect((await listIn("/Marketplace?near=6000&within_km=5", at("Newtown NSW 2042"))).ids).toEqual([perth.id]);
  });
});
