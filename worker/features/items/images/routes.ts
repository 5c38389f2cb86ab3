import { Hono } from "hono";
import type { UploadImageReply } from "#contract/items/images";
import { photoOfName } from "#domain/items/photo-keys";
import { done, type FieldProblem, type Result, refuse } from "#domain/result";
import type { AppContext, Ctx } from "../../../http/context.ts";
import { edgeCache, PHOTO_CACHE } from "../../../http/edge-cache.ts";
import { found, unwrap } from "../../../http/errors.ts";
import { actorOf, requireTrader } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { storePhoto, UPLOAD_PARTS, type Upload, type UploadPart } from "./images.ts";

/** Reads the form as named parts. Anything but one file per known name is refused. */
async function readUpload(c: Ctx): Promise<Result<Upload>> {
  let form: FormData;
  try {
    form = await c.req.formData();
  } catch {
    return refuse("bad_request", "We couldn't read the upload. Please choose the photo again.");
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
  return done({ ...parts, original });
}

export const imageRoutes = new Hono<AppContext>()
  /** Upload a photo with its renditions. It is shown nowhere until one of its owner's items uses it. */
  .post("/", requireTrader, throttle("images:upload"), async (c) => {
    const upload = unwrap(await readUpload(c));
    const photo = unwrap(await storePhoto(c.get("services"), actorOf(c), upload));
    return c.json<UploadImageReply, 201>(photo, 201);
  });

/** The name determines the content, so a revalidation is answered before the bytes are fetched. */
function isFresh(c: Ctx, etag: string): boolean {
  const sent = c.req.header("If-None-Match") ?? "";
  return sent.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag || tag.trim() === "*");
}

export const photoRoutes = new Hono<AppContext>()
  /** Get a stored photo. Its bytes never change, so caches may keep it permanently. */
  .get("/:name", edgeCache(PHOTO_CACHE), async (c) => {
    const photo = found(photoOfName(c.req.param("name")));
    const etag = `"${c.req.param("name")}"`;
    const headers = {
      "Cache-Control": "public, max-age=31536000, immutable",
      ETag: etag,
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cross-Origin-Resource-Policy": "cross-origin",
    };
    if (isFresh(c, etag)) {
      found(await c.env.IMAGES.head(photo.key));
      return new Response(null, { status: 304, headers });
    }
    const stored = found(await c.env.IMAGES.get(photo.key));
    return new Response(stored.body, {
      headers: { ...headers, "Content-Type": photo.type, "Content-Length": String(stored.size) },
    });
  });
