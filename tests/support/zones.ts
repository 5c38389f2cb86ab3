/** Those whose clocks follow our rule first; the last have none here, or had another before 2010. */
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
