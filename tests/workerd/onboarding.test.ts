import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { OwnProfile, SellerProfile } from "#contract/account/profiles";
import type { Photo } from "#contract/items";
import type { StoreCard } from "#contract/items/marketplace";
import type { Page } from "#contract/page";
import type { OwnBusiness, OwnStore } from "#contract/selling/onboarding";
import { removeOrphanPhotos } from "../../worker/features/items/images/jobs.ts";
import { createServices } from "../../worker/services.ts";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { refusal, reply } from "../support/workerd/deals.ts";
import { png, uploadForm } from "../support/workerd/images.ts";
import { createItem } from "../support/workerd/listings.ts";

const ABN = "51824753556";

const typeOf = async (id: string) =>
  (await env.DB.prepare("SELECT account_type FROM profiles WHERE id = ?").bind(id).first<{ account_type: string }>())
    ?.account_type;

const publicPage = async (id: string) => reply<SellerProfile>(await call("GET", `/api/profiles/${id}`), 200);

describe("POST /api/onboarding", () => {
  it("makes a user with a name and a suburb a seller", async () => {
    const person = await createAccount();
    const profile = await reply<OwnProfile>(
      await person.request("POST", "/api/onboarding", { account_type: "seller" }),
      200,
    );
    expect(profile.account_type).toBe("seller");
    expect(await typeOf(person.id)).toBe("seller");
  });

  it("names the missing fields and changes nothing", async () => {
    const person = await createAccount({ full_name: "", suburb: null, city: null });
    const error = await refusal(await person.request("POST", "/api/onboarding", { account_type: "seller" }), 422);
    expect(error.details?.fields?.map(({ field }) => field)).toEqual(["full_name", "suburb"]);
    expect(await typeOf(person.id)).toBe("individual");
  });

  it("makes a seller an individual again, whose items stay listed", async () => {
    const person = await createAccount({ account_type: "seller" });
    const item = await createItem(person);
    await reply(await person.request("POST", "/api/onboarding", { account_type: "individual" }), 200);
    expect(await typeOf(person.id)).toBe("individual");
    expect((await call("GET", `/api/items/${item.id}`)).status).toBe(200);
  });

  it("refuses to make a user a business or staff", async () => {
    const person = await createAccount();
    for (const body of [
      { account_type: "business" },
      { account_type: "admin" },
      { account_type: "seller", role: "admin" },
    ]) {
      await refusal(await person.request("POST", "/api/onboarding", body), 422);
    }
    expect(await typeOf(person.id)).toBe("individual");
  });

  it("refuses visitors and suspended users", async () => {
    expect((await call("POST", "/api/onboarding", { account_type: "seller" })).status).toBe(401);
    const suspended = await createAccount({ is_suspended: true, suspension_end_date: Date.now() + 3_600_000 });
    for (const [method, path, body] of [
      ["POST", "/api/onboarding", { account_type: "seller" }],
      ["PUT", "/api/business", { name: "Robin & Co", abn: ABN }],
      ["PUT", "/api/store", { name: null, description: "", banner_id: null }],
      ["POST", "/api/seller-hub/payout-account", {}],
    ] as const) {
      expect((await suspended.request(method, path, body)).status, path).toBe(403);
    }
    expect(await typeOf(suspended.id)).toBe("individual");
  });
});

describe("PUT /api/business", () => {
  it("saves the business with its ABN and makes the account a business account", async () => {
    const person = await createAccount();
    expect(await (await person.request("GET", "/api/business")).json()).toEqual({ business: null });
    const first = await reply<OwnBusiness>(
      await person.request("PUT", "/api/business", {
        name: " Robin & Co ",
        abn: "51 824 753 556",
        phone: "03 9000 0000",
      }),
      200,
    );
    expect(first).toMatchObject({ name: "Robin & Co", abn: ABN, website: null, phone: "03 9000 0000" });
    expect(await typeOf(person.id)).toBe("business");
    const second = await reply<OwnBusiness>(
      await person.request("PUT", "/api/business", { name: "Robin Retro", abn: ABN, website: "robin.example" }),
      200,
    );
    expect(second).toMatchObject({ id: first.id, name: "Robin Retro", website: "https://robin.example", phone: null });
    expect(await (await person.request("GET", "/api/business")).json()).toEqual({ business: second });
  });

  it("refuses an invalid ABN and leaves the account type unchanged", async () => {
    const person = await createAccount();
    const error = await refusal(
      await person.request("PUT", "/api/business", { name: "Robin & Co", abn: "51824753557" }),
      422,
    );
    expect(error.details?.fields).toEqual([
      { field: "abn", message: "That isn't a valid ABN. Please check the digits." },
    ]);
    expect(await typeOf(person.id)).toBe("individual");
    expect(await (await person.request("GET", "/api/business")).json()).toEqual({ business: null });
  });

  it("shows name, ABN and website on the store page while the account is a business account", async () => {
    const person = await createAccount();
    await person.request("PUT", "/api/business", { name: "Robin & Co", abn: ABN, phone: "03 9000 0000" });
    const shown = await publicPage(person.id);
    expect(shown.store.business).toEqual({ name: "Robin & Co", abn: ABN, website: null });
    expect(JSON.stringify(shown)).not.toContain("9000 0000");
    await person.request("POST", "/api/onboarding", { account_type: "individual" });
    expect((await publicPage(person.id)).store.business).toBeNull();
  });
});

describe("PUT /api/store", () => {
  const upload = async (who: TestAccount) =>
    reply<Photo>(await who.request("POST", "/api/images", uploadForm({ original: png() })), 201);
  const save = (who: TestAccount, body: Record<string, unknown>) =>
    who.request("PUT", "/api/store", { name: null, description: "", banner_id: null, ...body });

  it("publishes a name, a description and a banner", async () => {
    const seller = await createAccount();
    await createItem(seller);
    const banner = await upload(seller);
    const saved = await reply<OwnStore>(
      await save(seller, { name: "Lamps of Brunswick", description: "Old lamps,\nnew cords.", banner_id: banner.id }),
      200,
    );
    expect(saved).toEqual({ name: "Lamps of Brunswick", description: "Old lamps,\nnew cords.", banner });
    expect(await publicPage(seller.id)).toMatchObject({
      store_name: "Lamps of Brunswick",
      store: { description: "Old lamps,\nnew cords.", banner, business: null },
    });
    const { items } = await reply<Page<StoreCard>>(await call("GET", "/api/stores?limit=100"), 200);
    expect(items.find((store) => store.id === seller.id)?.store_name).toBe("Lamps of Brunswick");
  });

  it("protects the banner from the clean-up of photos for as long as the store uses it", async () => {
    const seller = await createAccount();
    const banner = await upload(seller);
    await save(seller, { banner_id: banner.id });
    const services = createServices(env, () => undefined);
    const inTwoDays = { ...services, now: () => Date.now() + 2 * 86_400_000 };
    await removeOrphanPhotos(inTwoDays);
    expect((await call("GET", banner.url)).status).toBe(200);
    expect((await save(seller, { banner_id: banner.id, description: "Again" })).status).toBe(200);
    await save(seller, { banner_id: null });
    await removeOrphanPhotos(inTwoDays);
    expect((await call("GET", banner.url)).status).toBe(404);
  });

  it("refuses another user's photo, and a photo that an item uses", async () => {
    const [seller, other] = [await createAccount(), await createAccount()];
    const theirs = await upload(other);
    const error = await refusal(await save(seller, { banner_id: theirs.id }), 422);
    expect(error.details?.fields?.[0]?.field).toBe("banner_id");
    const shown = await upload(seller);
    await createItem(seller, { photo_ids: [shown.id] });
    await refusal(await save(seller, { banner_id: shown.id }), 422);
    expect(await reply<OwnStore>(await seller.request("GET", "/api/store"), 200)).toMatchObject({ banner: null });
  });

  it("refuses another store's name in any spelling, and then keeps the banner (A84)", async () => {
    const [first, second] = [await createAccount(), await createAccount()];
    expect((await save(first, { name: "Café Retro" })).status).toBe(200);
    const banner = await upload(second);
    await save(second, { name: "Second", banner_id: banner.id });
    const error = await refusal(await save(second, { name: "cafe-RETRO" }), 409);
    expect(error.message).toBe("Another store has this name. Please choose a different one.");
    expect(error.details?.fields?.[0]?.field).toBe("name");
    expect(await reply<OwnStore>(await second.request("GET", "/api/store"), 200)).toMatchObject({
      name: "Second",
      banner,
    });
    const bound = await env.DB.prepare("SELECT item_id FROM images WHERE id = ?").bind(banner.id).first();
    expect(bound).toEqual({ item_id: `store:${second.id}` });
    expect((await save(first, { name: "CAFE RETRO" })).status).toBe(200);
  });
});
