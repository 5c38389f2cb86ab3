import { Hono } from "hono";
import { MESSAGES } from "#contract/copy";
import type { UploadImageReply } from "#contract/items/images";
import { photoOfName } from "#domain/items/photo-keys";
import { type FieldProblem, type Refusal, refuse } from "#domain/result";
import type { AppContext, Ctx } from "../../../http/context.ts";
import { respondRefusal } from "../../../http/errors.ts";
import { actorOf, requireTrader } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { storePhoto, UPLOAD_PARTS, type Upload, type UploadPart } from "./commands.ts";

const NOT_FOUND = refuse("not_found", MESSAGES.notFound);

/** Reads the form as named parts. Anything but one file per known name is refused. */
async function readUpload(c: Ctx): Promise<{ ok: true; upload: Upload } | Refusal> {
  let form: FormData;
  try {
    form = await c.req.formData();
  } catch {
    return refuse("bad_request", "The upload could not be read. Please choose the photo again.");
  }
  const parts: Partial<Record<UploadPart, Uint8Array>> = {};
  const problems: FieldProblem[] = [];
  for (const [name, value] of form) {
    const part = UPLOAD_PARTS.find((known) => known === name);
    if (!part) {
      const message = `Unknown field: ${name.slice(0, 60)}.`;
      return refuse("unknown_field", message, { fields: [{ field: name.slice(0, 60), message }] });
    }
    if (typeof value === "string" || parts[part]) problems.push({ field: part, message: "Send one file here." });
    else parts[part] = new Uint8Array(await value.arrayBuffer());
  }
  const { original } = parts;
  if (!original) problems.push({ field: "original", message: "Please choose a photo." });
  if (problems[0] || !original) {
    return refuse("invalid", problems[0]?.message ?? "Please choose a photo.", { fields: problems });
  }
  return { ok: true, upload: { ...parts, original } };
}

export const imageRoutes = new Hono<AppContext>()
  /** Upload a photo with its renditions. It is shown nowhere until one of its owner's items uses it. */
  .post("/", requireTrader, throttle("images:upload", 60, 10 * 60_000), async (c) => {
    const read = await readUpload(c);
    if (!read.ok) return respondRefusal(c, read);
    const stored = await storePhoto(c.get("services"), actorOf(c), read.upload);
    if (!stored.ok) return respondRefusal(c, stored);
    return c.json<UploadImageReply, 201>(stored.value, 201);
  });

/** The name determines the content, so a revalidation is answered before the bytes are fetched. */
function isFresh(c: Ctx, etag: string): boolean {
  const sent = c.req.header("If-None-Match") ?? "";
  return sent.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag || tag.trim() === "*");
}

export const photoRoutes = new Hono<AppContext>()
  /** Get a stored photo. Its bytes never change, so caches may keep it permanently. */
  .get("/:name", async (c) => {
    const photo = photoOfName(c.req.param("name"));
    if (!photo) return respondRefusal(c, NOT_FOUND);
    const etag = `"${c.req.param("name")}"`;
    const fresh = isFresh(c, etag);
    const bucket = c.env.IMAGES;
    const stored = fresh ? null : await bucket.get(photo.key);
    if (!stored && !(fresh && (await bucket.head(photo.key)))) return respondRefusal(c, NOT_FOUND);
    const headers = {
      "Cache-Control": "public, max-age=31536000, immutable",
      ETag: etag,
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cross-Origin-Resource-Policy": "cross-origin",
    };
    if (!stored) return new Response(null, { status: 304, headers });
    return new Response(stored.body, {
      headers: { ...headers, "Content-Type": photo.type, "Content-Length": String(stored.size) },
    });
  });
