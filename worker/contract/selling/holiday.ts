/** Holiday mode of a seller (D60). */
import * as z from "zod/mini";
import { isDay } from "#domain/selling/promotions";

/**
 * PUT /api/selling/holiday: hides the caller's items from every list, and stops new holds, until the calendar day
 * `back_on` ("2026-12-05", in Australia/Sydney, within 180 days); null ends it. Repeating it changes nothing. 422 for
 * today, a past day, or one too far away.
 */
export const SetHoliday = z.strictObject({
  back_on: z.nullable(z.string().check(z.refine(isDay, "Choose a day."))),
});

/** `away_until`: when the items can be bought again (UTC ms); null while there is no holiday. */
export interface HolidayReply {
  away_until: number | null;
}
