/** Zones with a rule in worker/domain/time-zone.ts, then two that are left to Intl. */
export const ZONES = [
  "Australia/Sydney",
  "Australia/Melbourne",
  "Australia/Hobart",
  "Australia/Canberra",
  "Australia/Brisbane",
  "Australia/Lindeman",
  "Australia/Adelaide",
  "Australia/Broken_Hill",
  "Australia/Darwin",
  "Australia/Perth",
  "Australia/Eucla",
  "Australia/Lord_Howe",
  "Europe/London",
];
