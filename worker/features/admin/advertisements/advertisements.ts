import { eq, sql } from "drizzle-orm";
import type { ChangeAdvertisementValue, NewAdvertisementValue } from "#contract/ads";
import { NOT_FOUND } from "#contract/errors";
import { adDay } from "#domain/ads/ads";
import { done, type Refusal, type Result, refuse, refuseField } from "#domain/result";
import { CHANGED, insertAuditEntry } from "../../../db/audit-log.ts";
import { batch } from "../../../db/client.ts";
import { images } from "../../../db/schema/items.ts";
import { refusePublicTexts } from "../../../http/public-texts.ts";
import type { Services } from "../../../services.ts";
import { presentPhoto } from "../../items/images/present.ts";
import { type AdvertisementRow, findAdvertisement } from "./queries.ts";

const ENDED = refuse("wrong_state", "This ad has ended. Create a new one to run it again.");
const PROMOTED = refuse("wrong_state", "This is a seller's promotion, so only the seller can change it.");

const NO_PICTURE = refuseField("image_id", "That picture can't be used. Please upload it again.");

/** Values to write, with the picture as an address. */
type AdValues = Omit<NewAdvertisementValue, "image_id"> & { image_url: string | null };

/** Binds a picture to the ad: only one that the acting staff member uploaded and that is not bound to anything. */
const claimPicture = (adId: string, imageId: string | null, staffId: string) => sql`UPDATE images SET item_id = ${adId}
  WHERE id = ${imageId} AND owner_id = ${staffId} AND (item_id IS NULL OR item_id = ${adId})`;

/** Condition: the picture now belongs to the ad, or none was requested. */
const pictureBelongsTo = (adId: string, imageId: string | null) =>
  imageId === null ? sql`1` : sql`EXISTS (SELECT 1 FROM images WHERE id = ${imageId} AND item_id = ${adId})`;

async function pictureUrl({ db }: Services, imageId: string): Promise<string | null> {
  const [row] = await db.select().from(images).where(eq(images.id, imageId));
  return row ? presentPhoto(row).url_800 : null;
}

function datesProblem({ start_date, end_date }: Pick<AdValues, "start_date" | "end_date">): Refusal | null {
  const wrong = start_date !== null && end_date !== null && end_date < start_date;
  return wrong ? refuseField("end_date", "The last day can't be before the first.") : null;
}

const textsProblem = (
  { db }: Services,
  staffId: string,
  { title, description }: Pick<AdValues, "title" | "description">,
) => refusePublicTexts(db, staffId, "advertisements", { title, description });

/** Creates an ad. The same id twice is one ad. */
export async function createAdvertisement(
  services: Services,
  staffId: string,
  id: string,
  { image_id, ...input }: NewAdvertisementValue,
): Promise<Result<AdvertisementRow>> {
  const { db, now } = services;
  const today = adDay(now());
  const before = await findAdvertisement(db, id, today);
  if (before) return done(before);
  const image_url = image_id === null ? null : await pictureUrl(services, image_id);
  if (image_id !== null && image_url === null) return NO_PICTURE;
  const wrong = datesProblem(input) ?? (await textsProblem(services, staffId, input));
  if (wrong) return wrong;
  const at = now();
  await batch(db, [
    claimPicture(id, image_id, staffId),
    sql`INSERT INTO advertisements (id, title, description, image_url, link_url, placement, priority, active,
        start_date, end_date, created_at, updated_at)
      SELECT ${id}, ${input.title}, ${input.description}, ${image_url}, ${input.link_url}, ${input.placement},
        ${input.priority}, ${Number(input.active)}, ${input.start_date}, ${input.end_date}, ${at}, ${at}
      WHERE ${pictureBelongsTo(id, image_id)}
      ON CONFLICT (id) DO NOTHING`,
    insertAuditEntry(
      {
        actor_id: staffId,
        action: "ad_created",
        subject: id,
        details: { ...input, image_url },
        at,
      },
      CHANGED,
    ),
  ]);
  const ad = await findAdvertisement(db, id, today);
  return ad ? done(ad) : NO_PICTURE;
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
): Promise<Result<AdvertisementRow>> {
  const { db, now } = services;
  const today = adDay(now());
  const ad = await findAdvertisement(db, id, today);
  const problem = changeRefusal(ad);
  if (!ad || problem) return problem ?? NOT_FOUND;
  const stale = refuse("stale", "This ad was changed after you opened it. Reload and try again.", {
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
  const wrong = datesProblem(after) ?? (await textsProblem(services, staffId, after));
  if (wrong) return wrong;
  const at = Math.max(now(), version + 1);
  const claimed = image_id ?? null;
  const [, written] = await batch<[object, { id: string }, ...object[]]>(db, [
    claimPicture(id, claimed, staffId),
    sql`UPDATE advertisements SET title = ${after.title}, description = ${after.description},
        image_url = ${after.image_url}, link_url = ${after.link_url}, placement = ${after.placement},
        priority = ${after.priority}, active = ${Number(after.active)}, start_date = ${after.start_date},
        end_date = ${after.end_date}, updated_at = ${at}
      WHERE id = ${id} AND updated_at = ${version} AND ended_at IS NULL AND ${pictureBelongsTo(id, claimed)}
      RETURNING id`,
    insertAuditEntry(
      {
        actor_id: staffId,
        action: "ad_changed",
        subject: id,
        details: changes(before, after),
        at: now(),
      },
      CHANGED,
    ),
    // A replaced picture has no owner item; the clean-up job removes it.
    ...(image_id === undefined
      ? []
      : [
          sql`UPDATE images SET item_id = NULL WHERE item_id = ${id} AND id IS NOT ${claimed}
            AND EXISTS (SELECT 1 FROM advertisements WHERE id = ${id} AND updated_at = ${at})`,
        ]),
  ]);
  if (written.length === 0) return claimed === null ? stale : NO_PICTURE;
  const saved = await findAdvertisement(db, id, today);
  return saved ? done(saved) : NOT_FOUND;
}

/** Returns the changed fields, before and after. */
function changes(before: AdValues, after: AdValues): Record<string, unknown> {
  const names = (Object.keys(after) as (keyof AdValues)[]).filter((name) => before[name] !== after[name]);
  const part = (values: AdValues) => Object.fromEntries(names.map((name) => [name, values[name]]));
  return { before: part(before), after: part(after) };
}

/** Ends an ad permanently; its statistics remain. May be repeated. */
export async function endAdvertisement(
  services: Services,
  staffId: string,
  id: string,
): Promise<Result<AdvertisementRow>> {
  const { db, now } = services;
  const today = adDay(now());
  const ad = await findAdvertisement(db, id, today);
  if (!ad) return NOT_FOUND;
  if (ad.item_id !== null) return PROMOTED;
  if (ad.ended_at !== null) return done(ad);
  const at = now();
  await batch(db, [
    sql`UPDATE advertisements SET active = 0, ended_at = ${at}, updated_at = max(updated_at + 1, ${at})
      WHERE id = ${id} AND ended_at IS NULL`,
    insertAuditEntry(
      {
        actor_id: staffId,
        action: "ad_ended",
        subject: id,
        details: { impressions: ad.impressions, clicks: ad.clicks },
        at,
      },
      CHANGED,
    ),
  ]);
  const ended = await findAdvertisement(db, id, today);
  return ended ? done(ended) : NOT_FOUND;
}
