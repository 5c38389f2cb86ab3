import type { Advertisement, AdvertisementDetail } from "#contract/ads";
import type { ReachDay } from "#contract/selling/promotions";
import { adDay } from "#domain/ads/ads";
import { centsToDollars } from "#domain/money";
import { pick } from "#domain/pick";
import { addDays, daysOf } from "#domain/selling/promotions";
import { ownPicture, publicLink } from "#domain/site/public-link";
import type { AdvertisementRow } from "./queries.ts";

export function presentAdvertisement(row: AdvertisementRow): Advertisement {
  return {
    ...pick(row, "id", "title", "description", "placement", "priority", "start_date", "end_date", "state"),
    ...pick(row, "impressions", "clicks", "created_at", "ended_at"),
    image_url: ownPicture(row.image_url),
    link_url: publicLink(row.link_url),
    active: row.active !== 0,
    rate: row.impressions === 0 ? null : Math.round((row.clicks / row.impressions) * 1_000) / 10,
    promotion:
      row.item_id === null
        ? null
        : {
            item_id: row.item_id,
            seller_id: row.seller_id ?? "",
            seller_name: row.seller_name ?? "",
            amount: centsToDollars(row.amount_cents ?? 0),
          },
    version: row.updated_at,
  };
}

const DAYS_SHOWN = 60;

/** Returns the first day of an ad's chart: its start, or the sixtieth day from the last. */
export function firstDay({ start_date, created_at }: AdvertisementRow, last: string): string {
  const began = start_date ?? adDay(created_at);
  const sixtieth = addDays(last, 1 - DAYS_SHOWN);
  return began > sixtieth ? began : sixtieth;
}

/** Returns today, or the ad's last day if that has passed. */
export function lastDay({ end_date, ended_at }: AdvertisementRow, today: string): string {
  const end = ended_at === null ? end_date : adDay(ended_at);
  return end !== null && end < today ? end : today;
}

/**
 * Returns an ad with its daily reach. Days without events are included, and days with events are never left out,
 * even if they lie outside the ad's current dates.
 */
export function presentDetail(row: AdvertisementRow, known: readonly ReachDay[], today: string): AdvertisementDetail {
  const last = lastDay(row, today);
  const days = [firstDay(row, last), ...known.map(({ day }) => day)].sort();
  const from = days[0] ?? last;
  const to = [last, ...days].sort().at(-1) ?? last;
  const byDay = new Map(known.map((day) => [day.day, day]));
  const reach = last < (row.start_date ?? "") && known.length === 0 ? 0 : daysOf(from, to);
  return {
    ...presentAdvertisement(row),
    today,
    reach: Array.from({ length: Math.min(reach, DAYS_SHOWN) }, (_, index) => {
      const day = addDays(from, index);
      return byDay.get(day) ?? { day, impressions: 0, clicks: 0 };
    }),
  };
}
