import { eq } from "drizzle-orm";
import type { ChangeAdvertisementValue, NewAdvertisementValue } from "#contract/ads";
import { MESSAGES } from "#contract/copy";
import { adDay } from "#domain/ads/ads";
import { type Refusal, refuse } from "#domain/result";
import { auditIfChanged } from "../../../db/audit-log.ts";
import { images } from "../../../db/schema/items.ts";
import type { Services } from "../../../services.ts";
import { presentPhoto } from "../../items/images/present.ts";
import { type AdvertisementRow, findAdvertisement } from "./queries.ts";

type Outcome = { ok: true; ad: AdvertisementRow } | Refusal;

const NOT_FOUND = refuse("not_found", MESSAGES.notFound);
const ENDED = refuse("wrong_state", "This advertisement has ended. Run it again as a new one.");
const PROMOTED = refuse(
  "wrong_state",
  "This is a seller's promotion. It follows its listing and is not ours to change.",
);

function badField(field: string, message: string): Refusal {
  return refuse("invalid", message, { fields: [{ field, message }] });
}
const NO_PICTURE = badField("image_id", "That picture can't be used. Please upload it again.");

/** Values to write, with the picture as an address. */
type AdValues = Omit<NewAdvertisementValue, "image_id"> & { image_url: string | null };

/** Binds a picture to the ad: only one that the acting staff member uploaded and that is not bound to anything. */
const CLAIM = "UPDATE images SET item_id = ?1 WHERE id = ?2 AND owner_id = ?3 AND (item_id IS NULL OR item_id = ?1)";

/** Whether the picture now belongs to the ad, or none was requested. */
const PICTURE_BELONGS_TO_AD = "(?2 IS NULL OR EXISTS (SELECT 1 FROM images WHERE id = ?2 AND item_id = ?1))";

async function pictureUrl({ db }: Services, imageId: string): Promise<string | null> {
  const [row] = await db.select().from(images).where(eq(images.id, imageId));
  return row ? presentPhoto(row).url_800 : null;
}

function datesProblem({ start_date, end_date }: Pick<AdValues, "start_date" | "end_date">): Refusal | null {
  const wrong = start_date !== null && end_date !== null && end_date < start_date;
  return wrong ? badField("end_date", "The last day can't be before the first.") : null;
}

/** Creates an ad. The same id twice is one ad. */
export async function createAdvertisement(
  services: Services,
  staffId: string,
  id: string,
  { image_id, ...input }: NewAdvertisementValue,
): Promise<Outcome> {
  const { db, env, now } = services;
  const today = adDay(now());
  const before = await findAdvertisement(db, id, today);
  if (before) return { ok: true, ad: before };
  const image_url = image_id === null ? null : await pictureUrl(services, image_id);
  if (image_id !== null && image_url === null) return NO_PICTURE;
  const wrong = datesProblem(input);
  if (wrong) return wrong;
  const at = now();
  await env.DB.batch([
    env.DB.prepare(CLAIM).bind(id, image_id, staffId),
    env.DB.prepare(`INSERT INTO advertisements (id, title, description, image_url, link_url, placement, priority, active,
          start_date, end_date, created_at, updated_at)
        SELECT ?1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?12 WHERE ${PICTURE_BELONGS_TO_AD}
        ON CONFLICT (id) DO NOTHING`).bind(
      id,
      image_id,
      input.title,
      input.description,
      image_url,
      input.link_url,
      input.placement,
      input.priority,
      Number(input.active),
      input.start_date,
      input.end_date,
      at,
    ),
    auditIfChanged(env.DB, {
      actor_id: staffId,
      action: "ad_created",
      subject: id,
      details: { ...input, image_url },
      at,
    }),
  ]);
  const ad = await findAdvertisement(db, id, today);
  return ad ? { ok: true, ad } : NO_PICTURE;
}

/** Returns why staff cannot change this ad, or null. */
function changeRefusal(ad: AdvertisementRow | null): Refusal | null {
  if (!ad) return NOT_FOUND;
  if (ad.item_id !== null) return PROMOTED;
  return ad.ended_at === null ? null : ENDED;
}

/** Changes the named fields. `stale` when the ad has changed since `version`. */
export async function changeAdvertisement(
  services: Services,
  staffId: string,
  id: string,
  { version, image_id, ...change }: ChangeAdvertisementValue,
): Promise<Outcome> {
  const { db, env, now } = services;
  const today = adDay(now());
  const ad = await findAdvertisement(db, id, today);
  const problem = changeRefusal(ad);
  if (!ad || problem) return problem ?? NOT_FOUND;
  const stale = refuse("stale", "This advertisement was changed elsewhere since you opened it.", {
    current: { version: ad.updated_at },
  });
  if (ad.updated_at !== version) return stale;
  const image_url =
    image_id === undefined ? ad.image_url : image_id === null ? null : await pictureUrl(services, image_id);
  if (image_id != null && image_url === null) return NO_PICTURE;
  const { title, description, link_url, placement, priority, start_date, end_date } = ad;
  const before: AdValues = {
    title,
    description,
    image_url: ad.image_url,
    link_url,
    placement,
    priority,
    active: ad.active !== 0,
    start_date,
    end_date,
  };
  const named = Object.entries(change).filter(([, value]) => value !== undefined);
  const after: AdValues = { ...before, ...Object.fromEntries(named), image_url };
  const wrong = datesProblem(after);
  if (wrong) return wrong;
  const at = Math.max(now(), version + 1);
  const claimed = image_id ?? null;
  const [, written] = await env.DB.batch<{ id: string }>([
    env.DB.prepare(CLAIM).bind(id, claimed, staffId),
    env.DB.prepare(`UPDATE advertisements SET title = ?3, description = ?4, image_url = ?5, link_url = ?6, placement = ?7,
          priority = ?8, active = ?9, start_date = ?10, end_date = ?11, updated_at = ?12
        WHERE id = ?1 AND updated_at = ?13 AND ended_at IS NULL AND ${PICTURE_BELONGS_TO_AD} RETURNING id`).bind(
      id,
      claimed,
      after.title,
      after.description,
      after.image_url,
      after.link_url,
      after.placement,
      after.priority,
      Number(after.active),
      after.start_date,
      after.end_date,
      at,
      version,
    ),
    auditIfChanged(env.DB, {
      actor_id: staffId,
      action: "ad_changed",
      subject: id,
      details: changes(before, after),
      at: now(),
    }),
    // A replaced picture has no owner item; the clean-up job removes it.
    env.DB.prepare(`UPDATE images SET item_id = NULL WHERE item_id = ?1 AND id IS NOT ?2 AND ?3
        AND EXISTS (SELECT 1 FROM advertisements WHERE id = ?1 AND updated_at = ?4)`).bind(
      id,
      claimed,
      Number(image_id !== undefined),
      at,
    ),
  ]);
  if (!written || written.results.length === 0) return claimed === null ? stale : NO_PICTURE;
  const saved = await findAdvertisement(db, id, today);
  return saved ? { ok: true, ad: saved } : NOT_FOUND;
}

/** Returns the changed fields, before and after. */
function changes(before: AdValues, after: AdValues): Record<string, unknown> {
  const names = (Object.keys(after) as (keyof AdValues)[]).filter((name) => before[name] !== after[name]);
  const part = (values: AdValues) => Object.fromEntries(names.map((name) => [name, values[name]]));
  return { before: part(before), after: part(after) };
}

/** Ends an ad permanently; its statistics remain. May be repeated. */
export async function endAdvertisement(services: Services, staffId: string, id: string): Promise<Outcome> {
  const { db, env, now } = services;
  const today = adDay(now());
  const ad = await findAdvertisement(db, id, today);
  if (!ad) return NOT_FOUND;
  if (ad.item_id !== null) return PROMOTED;
  if (ad.ended_at !== null) return { ok: true, ad };
  const at = now();
  await env.DB.batch([
    env.DB.prepare(`UPDATE advertisements SET active = 0, ended_at = ?2, updated_at = max(updated_at + 1, ?2)
      WHERE id = ?1 AND ended_at IS NULL`).bind(id, at),
    auditIfChanged(env.DB, {
      actor_id: staffId,
      action: "ad_ended",
      subject: id,
      details: { impressions: ad.impressions, clicks: ad.clicks },
      at,
    }),
  ]);
  const ended = await findAdvertisement(db, id, today);
  return ended ? { ok: true, ad: ended } : NOT_FOUND;
}
