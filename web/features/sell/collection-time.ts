import { defaultTimeZone } from "#domain/items/listing";
import { stateOfPostcode, timeZoneOfState } from "#domain/places/states";
import * as words from "./words.ts";

/** Selectable time zones, labelled by city. */
export const ZONES: readonly { zone: string; label: string }[] = [
  { zone: "Australia/Sydney", label: words.sydneyCanberra },
  { zone: "Australia/Melbourne", label: words.melbourne },
  { zone: "Australia/Hobart", label: words.hobart },
  { zone: "Australia/Brisbane", label: words.brisbane },
  { zone: "Australia/Adelaide", label: words.adelaide },
  { zone: "Australia/Darwin", label: words.darwin },
  { zone: "Australia/Perth", label: words.perth },
  { zone: "Australia/Broken_Hill", label: words.brokenHill },
  { zone: "Australia/Eucla", label: words.eucla },
  { zone: "Australia/Lord_Howe", label: words.lordHoweIsland },
];

/** Returns the time zone of a postcode; null when it is not a postcode. */
export function zoneOfPostcode(postcode: string): string | null {
  const code = postcode.trim();
  if (code === "2880") return "Australia/Broken_Hill";
  if (code === "2898") return "Australia/Lord_Howe";
  const state = stateOfPostcode(code);
  return state && timeZoneOfState(state);
}

/** Returns the initial time zone of a listing: from the seller's address, else the browser's, else Melbourne. */
export function startingZone(profile: { postcode: string | null; state_region: string | null }): string {
  const byPostcode = zoneOfPostcode(profile.postcode ?? "");
  if (byPostcode) return byPostcode;
  if (profile.state_region) return defaultTimeZone(profile.state_region);
  const here = new Intl.DateTimeFormat("en-AU").resolvedOptions().timeZone;
  return ZONES.some(({ zone }) => zone === here) ? here : "Australia/Melbourne";
}
