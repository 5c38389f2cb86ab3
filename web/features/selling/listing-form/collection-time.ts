import { defaultTimeZone } from "#domain/items/listing";
import type { CollectionWindow } from "#domain/orders/collection-windows";
import { timeZoneOfPostcode } from "#domain/places/states";
import { type TypedWindow, typedWindow, windowOfTyped } from "../../../lib/local-time.ts";

/** Selectable time zones, labelled by city. */
export const ZONES: readonly { zone: string; label: string }[] = [
  { zone: "Australia/Sydney", label: "Sydney, Canberra" },
  { zone: "Australia/Melbourne", label: "Melbourne" },
  { zone: "Australia/Hobart", label: "Hobart" },
  { zone: "Australia/Brisbane", label: "Brisbane" },
  { zone: "Australia/Adelaide", label: "Adelaide" },
  { zone: "Australia/Darwin", label: "Darwin" },
  { zone: "Australia/Perth", label: "Perth" },
  { zone: "Australia/Broken_Hill", label: "Broken Hill" },
  { zone: "Australia/Eucla", label: "Eucla" },
  { zone: "Australia/Lord_Howe", label: "Lord Howe Island" },
];

/** Returns the initial time zone of a listing: from the seller's address, else the browser's, else Melbourne. */
export function startingZone(profile: { postcode: string | null; state_region: string | null }): string {
  const byPostcode = timeZoneOfPostcode(profile.postcode);
  if (byPostcode) return byPostcode;
  if (profile.state_region) return defaultTimeZone(profile.state_region);
  const here = new Intl.DateTimeFormat("en-AU").resolvedOptions().timeZone;
  return ZONES.some(({ zone }) => zone === here) ? here : "Australia/Melbourne";
}

/**
 * Windows in the form and in drafts are one text of ISO 8601 intervals, "2026-11-28T10:00/12:00 2026-11-29T15:00/16:30";
 * a row that is not filled in yet lacks parts.
 */
export function rowsOf(typed: string): TypedWindow[] {
  return typed
    .split(" ")
    .filter(Boolean)
    .map((interval) => {
      const [day = "", times = ""] = interval.split("T");
      const [from = "", until = ""] = times.split("/");
      return { day, from, until };
    });
}

export const textOfRows = (rows: readonly TypedWindow[]): string =>
  rows.map(({ day, from, until }) => `${day}T${from}/${until}`).join(" ");

/** Returns the typed windows as instants; NaN where something is missing. */
export const windowsOf = (typed: string, zone: string): CollectionWindow[] =>
  rowsOf(typed).map((row) => windowOfTyped(row, zone));

/** Returns stored windows as typed text. */
export const typedWindows = (windows: readonly CollectionWindow[], zone: string): string =>
  textOfRows(windows.map((window) => typedWindow(window, zone)));
