import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { ErrorBody } from "#contract/errors";
import type { ItemDetail, Photo } from "#contract/items";
import { storePhoto } from "../../worker/features/items/images/images.ts";
import { removeOrphanPhotos } from "../../worker/features/items/images/jobs.ts";
import { createServices } from "../../worker/services.ts";
import { call, createAccount, ORIGIN, type TestAccount } from "../support/workerd/accounts.ts";
import { png, type UploadFiles, uploadForm } from "../support/workerd/images.ts";
import { createItem, LAMP } from "../support/workerd/listings.ts";

const DAY = 86_400_000;

let seller: TestAccount;
let stranger: TestAccount;

beforeAll(async () => {
  seller = await createAccount();
  stranger = await createAccount();
});

const send = (who: TestAccount, files: UploadFiles) => who.request("POST", "/api/images", uploadForm(files));

async function upload(who: TestAccount, files: UploadFiles = { original: png() }): Promise<Photo> {
  const response = await send(who, files);
  const body = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(201);
  return body as Photo;
}

async function refusalOf(response: Response): Promise<string> {
  const body = (await response.json()) as ErrorBody;
  return `${response.status} ${body.error.code}: ${body.error.message}`;
}

describe("POST /api/images", () => {
  it("stores three sizes under the hash of their content and serves them as immutable and sandboxed (A78)", async () => {
    const files = { original: png(1600, 1200), w800: png(800, 600), w400: png(400, 300) };
    const photo = await upload(seller, files);
    expect(photo).toMatchObject({ width: 1600, height: 1200, id: expect.stringMatching(/^img_/) });
    expect(new Set([photo.url, photo.url_800, photo.url_400]).size).toBe(3);

    const served = await call("GET", photo.url);
    expect(served.status).toBe(200);
    expect(Object.fromEntries(served.headers)).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(files.original);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", files.original));
    expect(photo.url).toBe(`/images/${[...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")}.png`);

    const etag = served.headers.get("etag") ?? "";
    for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await call("GET", photo.url, undefined, { "If-None-Match": sent });
      expect([again.status, await again.text()]).toEqual([304, ""]);
    }
    for (const sent of ['"other"', "garbage", '"', ""]) {
      expect((await call("GET", photo.url, undefined, { "If-None-Match": sent })).status).toBe(200);
    }
    const head = await exports.default.fetch(`${ORIGIN}${photo.url}`, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(files.original.length)]);
  });

  it("uses the next larger size when a smaller one is missing", async () => {
    const alone = await upload(seller, { original: png() });
    expect([alone.url_800, alone.url_400]).toEqual([alone.url, alone.url]);
    const two = await upload(seller, { original: png(), w800: png(800, 600) });
    expect(two.url_800).not.toBe(two.url);
    expect(two.url_400).toBe(two.url_800);
  });

  it("removes metadata from stored photos (A80)", async () => {
    const photo = await upload(seller, { original: png(640, 480, "GPS canary"), w400: png(400, 300, "GPS canary") });
    for (const url of [photo.url, photo.url_400]) {
      const stored = new TextDecoder().decode(await (await call("GET", url)).arrayBuffer());
      expect(stored).not.toContain("canary");
    }
  });

  it("refuses invalid, oversized or surplus files with a clear message (A78, A79)", async () => {
    const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
    const expectations: [UploadFiles, string][] = [
      [{ original: bytes("<svg onload=alert(1)>") }, "415 unsupported_media: Photos must be JPEG, PNG or WebP."],
      [{ original: bytes("GIF89a;alert(1)") }, "415 unsupported_media: Photos must be JPEG, PNG or WebP."],
      [{ original: png(20_000, 20_000) }, "422 invalid: This photo is too large. The limit is 8,192 pixels"],
      [{ original: png(9_000, 10) }, "422 invalid: This photo is too large. The limit is 8,192 pixels"],
      [{ original: png(), w400: png(401, 300) }, "422 invalid: The w400 size can be at most 400 pixels per side."],
      [{ original: png().subarray(0, 40) }, "422 invalid: This photo is damaged"],
      [{ original: new Uint8Array(5 * 1024 * 1024 + 1) }, "413 too_large: Photos can be up to 5 MB."],
      [{ original: new Uint8Array(13 * 1024 * 1024) }, "413 too_large: "],
      [{ w800: png(800, 600) }, "422 invalid: Please choose a photo."],
      [{ original: "text" }, "422 invalid: Send one file here."],
      [{ original: png(), extra: png() }, "422 unknown_field: Unknown field: extra."],
      [{ original: png(), __proto__x: "1" }, "422 unknown_field: "],
    ];
    for (const [files, expected] of expectations) {
      expect(await refusalOf(await send(seller, files))).toContain(expected);
    }
    const twice = uploadForm({ original: png() });
    twice.append("original", new Blob([png()]), "again.png");
    expect((await seller.request("POST", "/api/images", twice)).status).toBe(422);
  });

  it("refuses malformed multipart bodies, JSON and visitors without a 5xx", async () => {
    const post = (body: BodyInit, type: string, headers = seller.headers) =>
      exports.default.fetch(`${ORIGIN}/api/images`, {
        method: "POST",
        body,
        headers: { ...headers, Origin: ORIGIN, "Content-Type": type },
      });
    expect((await post("not multipart", "multipart/form-data")).status).toBe(400);
    expect((await post("not multipart", "multipart/form-data; boundary=x")).status).toBe(400);
    expect((await post("--x\r\nContent-Disposition: nonsense", "multipart/form-data; boundary=x")).status).toBe(400);
    expect((await post("{}", "application/json")).status).toBe(415);
    expect((await call("POST", "/api/images", uploadForm({ original: png() }))).status).toBe(401);
  });

  it("refuses a chunked upload as soon as it exceeds the size limit (A89)", async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        if (sent++ > 40) return controller.close();
        controller.enqueue(new Uint8Array(512 * 1024));
      },
    });
    const response = await exports.default.fetch(`${ORIGIN}/api/images`, {
      method: "POST",
      body: endless,
      headers: { ...seller.headers, Origin: ORIGIN, "Content-Type": "multipart/form-data; boundary=x" },
    });
    expect(response.status).toBe(413);
  });

  it("is limited to 60 uploads in ten minutes", async () => {
    const eager = await createAccount();
    const statuses: number[] = [];
    for (let i = 0; i < 61; i++) statuses.push((await send(eager, { original: png() })).status);
    expect(statuses).toEqual([...Array(60).fill(201), 429]);
  });
});

it("the address of a photo that does not exist answers 404, whatever its name (A81)", async () => {
  const hash = "0".repeat(64);
  for (const name of [
    `${hash}.png`,
    `${hash}.svg`,
    `${hash.toUpperCase()}.png`,
    hash,
    "..%2f..%2fsecret",
    "photos%2F1.png",
    "%00",
    "%E0%A4%A",
    "a".repeat(3_000),
    "constructor",
  ]) {
    const response = await call("GET", `/images/${name}`);
    expect(response.status, name.slice(0, 80)).toBe(404);
    expect(((await response.json()) as ErrorBody).error.code).toBe("not_found");
  }
});

describe("photos of an item", () => {
  it("are stored in the requested order, with the first on the card", async () => {
    const [a, b] = [await upload(seller), await upload(seller)];
    const item = await createItem(seller, { photo_ids: [b.id, a.id, b.id] });
    expect(item.photos).toEqual([b, a]);
    expect(item.image_urls).toEqual([b.url, a.url]);
    expect(item.image).toEqual(b);
    expect(item.image_url).toBe(b.url);
  });

  it("must be the seller's own and unused (A81)", async () => {
    const mine = await upload(seller);
    const theirs = await upload(stranger);
    const shown = await upload(seller);
    await createItem(seller, { photo_ids: [shown.id] });
    for (const bad of [theirs.id, shown.id, "img_00000000000000000000"]) {
      const response = await seller.request("POST", "/api/items", { ...LAMP, photo_ids: [mine.id, bad] });
      expect(await refusalOf(response)).toContain("422 invalid: One of these photos isn't yours");
    }
    // The refused requests did not claim `mine`.
    expect((await createItem(seller, { photo_ids: [mine.id] })).photos).toEqual([mine]);
    expect((await stranger.request("POST", "/api/items", { ...LAMP, photo_ids: [mine.id] })).status).toBe(422);
  });

  it("are claimed by one of several concurrent listings", async () => {
    const photo = await upload(seller);
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => seller.request("POST", "/api/items", { ...LAMP, photo_ids: [photo.id] })),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
  });

  it("can be reordered, removed and used for another item", async () => {
    const [a, b, c] = [await upload(seller), await upload(seller), await upload(seller)];
    const item = await createItem(seller, { photo_ids: [a.id, b.id] });
    const edited = await seller.request("PATCH", `/api/items/${item.id}`, { photo_ids: [c.id, a.id] });
    expect(((await edited.json()) as ItemDetail).photos).toEqual([c, a]);
    expect((await createItem(seller, { photo_ids: [b.id] })).photos).toEqual([b]);
    const back = await seller.request("PATCH", `/api/items/${item.id}`, { photo_ids: [b.id] });
    expect(back.status).toBe(422);
    const now = (await (await call("GET", `/api/items/${item.id}`)).json()) as ItemDetail;
    expect(now.photos).toEqual([c, a]);
  });

  it("are limited to ten (A79)", async () => {
    const ids = Array.from({ length: 11 }, (_, i) => `img_0000000000000000000${i.toString(36)}`);
    expect((await seller.request("POST", "/api/items", { ...LAMP, photo_ids: ids })).status).toBe(422);
  });
});

describe("removeOrphanPhotos", () => {
  const services = (now: number) => ({ ...createServices(env, () => undefined), now: () => now });

  it("deletes unused photos after a day, and keeps objects that another photo shares", async () => {
    const same = png(); // two uploads of one picture share their object
    const [used, copy, alone] = [
      await upload(seller, { original: same }),
      await upload(stranger, { original: same }),
      await upload(stranger, { original: png(), w400: png(400, 300) }),
    ];
    await createItem(seller, { photo_ids: [used.id] });
    expect(copy.url).toBe(used.url);

    expect(await removeOrphanPhotos(services(Date.now() + DAY - 60_000))).toBe(0);
    expect((await call("GET", alone.url)).status).toBe(200);

    const removed = await removeOrphanPhotos(services(Date.now() + DAY + 1));
    expect(removed).toBeGreaterThanOrEqual(2);
    expect((await call("GET", alone.url)).status).toBe(404);
    expect((await call("GET", alone.url_400)).status).toBe(404);
    expect((await call("GET", used.url)).status).toBe(200);
    expect(await removeOrphanPhotos(services(Date.now() + DAY + 1))).toBe(0);

    const late = await stranger.request("POST", "/api/items", { ...LAMP, photo_ids: [alone.id] });
    expect(late.status).toBe(422);
  });

  it("keeps the object of a photo that is uploaded again during the clean-up", async () => {
    const same = png();
    const old = await upload(seller, { original: same });
    const later = services(Date.now() + DAY + 1);
    const swept = new Proxy(env.IMAGES, {
      get:
        (bucket, name) =>
        async (...sent: Parameters<R2Bucket["put"]>) => {
          expect(name).toBe("put");
          const stored = await bucket.put(...sent);
          expect(await removeOrphanPhotos(later)).toBe(1);
          return stored;
        },
    });
    const again = await storePhoto(
      { ...later, env: { ...later.env, IMAGES: swept } },
      { id: stranger.id, role: "user", session_id: "" },
      {
        original: same,
      },
    );
    expect(again).toMatchObject({ ok: true, value: { url: old.url } });
    expect((await call("GET", old.url)).status).toBe(200);
  });

  it("continues a run that crashed after marking a photo", async () => {
    const photo = await upload(seller);
    await env.DB.prepare("UPDATE images SET item_id = 'removing' WHERE id = ?").bind(photo.id).run();
    expect(await removeOrphanPhotos(services(Date.now()))).toBe(1);
    expect((await call("GET", photo.url)).status).toBe(404);
  });
});
