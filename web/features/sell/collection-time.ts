import { zoneOfState } from "#domain/listing";
import * as words from "./words.ts";

/** Zones offered for a collection place. Names are the places people know, not the names of rules. */
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

/** State of an Australian postcode. The capital's ranges lie inside those of New South Wales, so they come first. */
const POSTCODES: readonly (readonly [from: number, to: number, state: string])[] = [
  [200, 299, "ACT"],
  [2600, 2618, "ACT"],
  [2900, 2920, "ACT"],
  [800, 999, "NT"],
  [1000, 2999, "NSW"],
  [3000, 3999, "VIC"],
  [8000, 8999, "VIC"],
  [4000, 4999, "QLD"],
  [9000, 9999, "QLD"],
  [5000, 5999, "SA"],
  [6000, 6999, "WA"],
  [7000, 7999, "TAS"],
];

/** Zone of a postcode, or null when it is not one. */
export function zoneOfPostcode(postcode: string): string | null {
  if (!/^\d{4}$/.test(postcode.trim())) return null;
  const number = Number(postcode);
  if (number === 2880) return "Australia/Broken_Hill";
  if (number === 2898) return "Australia/Lord_Howe";
  const state = POSTCODES.find(([from, to]) => number >= from && number <= to)?.[2];
  return state ? zoneOfState(state) : null;
}

/** Zone a new listing starts with: where the seller lives, else where the browser is, else Melbourne. */
export function startingZone(profile: { postcode: string | null; state_region: string | null }): string {
  const byPostcode = zoneOfPostcode(profile.postcode ?? "");
  if (byPostcode) return byPostcode;
  if (profile.state_region) return zoneOfState(profile.state_region);
  const here = new Intl.DateTimeFormat("en-AU").resolvedOptions().timeZone;
  return ZONES.some(({ zone }) => zone === here) ? here : "Australia/Melbourne";
}
