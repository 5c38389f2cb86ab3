interface State {
  code: "ACT" | "NSW" | "NT" | "QLD" | "SA" | "TAS" | "VIC" | "WA";
  name: string;
  zone: string;
  postcodes: readonly (readonly [from: number, to: number])[];
}

export type StateCode = State["code"];

export const STATES: readonly State[] = [
  {
    code: "ACT",
    name: "Australian Capital Territory",
    zone: "Australia/Sydney",
    postcodes: [
      [200, 299],
      [2600, 2618],
      [2900, 2920],
    ],
  },
  {
    code: "NSW",
    name: "New South Wales",
    zone: "Australia/Sydney",
    postcodes: [
      [1000, 2599],
      [2619, 2899],
      [2921, 2999],
    ],
  },
  { code: "NT", name: "Northern Territory", zone: "Australia/Darwin", postcodes: [[800, 999]] },
  {
    code: "QLD",
    name: "Queensland",
    zone: "Australia/Brisbane",
    postcodes: [
      [4000, 4999],
      [9000, 9999],
    ],
  },
  { code: "SA", name: "South Australia", zone: "Australia/Adelaide", postcodes: [[5000, 5999]] },
  { code: "TAS", name: "Tasmania", zone: "Australia/Hobart", postcodes: [[7000, 7999]] },
  {
    code: "VIC",
    name: "Victoria",
    zone: "Australia/Melbourne",
    postcodes: [
      [3000, 3999],
      [8000, 8999],
    ],
  },
  { code: "WA", name: "Western Australia", zone: "Australia/Perth", postcodes: [[6000, 6999]] },
];

/** Returns the state for a code or full name: "VIC", "N.S.W.", "new south wales". */
export function stateNamed(text: string | null): StateCode | null {
  const wanted = text?.replaceAll(".", "").trim().toLowerCase();
  const state = STATES.find(({ code, name }) => wanted === code.toLowerCase() || wanted === name.toLowerCase());
  return state?.code ?? null;
}

const FOUR_DIGITS = /^\d{4}$/;

/** Returns the state of a postcode with four digits, or null. */
export function stateOfPostcode(postcode: string | null): StateCode | null {
  if (postcode === null || !FOUR_DIGITS.test(postcode)) return null;
  const number = Number(postcode);
  const state = STATES.find(({ postcodes }) => postcodes.some(([from, to]) => number >= from && number <= to));
  return state?.code ?? null;
}

export function timeZoneOfState(state: StateCode): string {
  return STATES.find(({ code }) => code === state)?.zone ?? "Australia/Melbourne";
}

/** Postcodes whose clocks differ from their state's. */
const OTHER_ZONES: Readonly<Record<string, string>> = {
  2880: "Australia/Broken_Hill",
  2898: "Australia/Lord_Howe",
  6443: "Australia/Eucla",
};

/** Returns the time zone of a postcode with four digits; null for any other text. */
export function timeZoneOfPostcode(postcode: string | null): string | null {
  const state = stateOfPostcode(postcode);
  return OTHER_ZONES[postcode ?? ""] ?? (state && timeZoneOfState(state));
}

/** Returns the first and last postcodes of a state's ranges, four digits each. */
export function postcodesOf(state: StateCode): readonly (readonly [from: string, to: string])[] {
  const ranges = STATES.find(({ code }) => code === state)?.postcodes ?? [];
  return ranges.map(([from, to]) => [String(from).padStart(4, "0"), String(to).padStart(4, "0")] as const);
}

/**
 * Returns whether a listing is in a state. `place` is its suburb, city, location and postcode in lower case, as in the
 * list index. A postcode takes precedence: "Victoria Park WA" is not in Victoria.
 */
export function isInState(place: string, state: StateCode): boolean {
  const postcode = place.slice(-4);
  if (FOUR_DIGITS.test(postcode)) return stateOfPostcode(postcode) === state;
  return ` ${place.replaceAll(",", " ")} `.includes(` ${state.toLowerCase()} `);
}
