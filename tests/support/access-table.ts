/**
 * Which role may call which route: routes.tsv has a row per route, with one of the kinds of access below.
 * tests/workerd/access.test.ts calls each of them and fails for a missing or stale row. workerd/access-calls.ts chooses
 * the path and body of each call.
 */
import routes from "./routes.tsv?raw";
import { parseTable } from "./table.ts";

/**
 * `buyer` and `seller` are the parties of the deal that the called entity belongs to. All other roles have no part in
 * it, including staff, `suspended` and `banned`.
 */
export const ROLES = ["visitor", "stranger", "buyer", "seller", "suspended", "banned", "admin", "super_admin"] as const;
export type Role = (typeof ROLES)[number];

/** How the access check of a call ends for a role. */
export type Outcome =
  /** Answered, or refused for a reason other than the role (a field, a state). */
  | "in"
  /** 401. */
  | "sign in"
  /** 403: the account is suspended or banned. */
  | "account status"
  /** 403: for staff only. */
  | "staff only"
  /** 403: visible to the caller, but owned by another user. */
  | "not theirs"
  /** 404 or 410: does not exist for the caller. */
  | "hidden"
  /** 409: another user holds it. */
  | "taken";

export type Access = Readonly<Record<Role, Outcome>>;

const VISITOR = { visitor: "sign in" } as const;
const ACCOUNT_STATUS = { suspended: "account status", banned: "account status" } as const;

function access(rest: Outcome, special: Partial<Access> = {}): Access {
  const all = Object.fromEntries(ROLES.map((role) => [role, rest])) as Record<Role, Outcome>;
  return { ...all, ...special };
}

const PARTIES = access("hidden", { ...VISITOR, buyer: "in", seller: "in" });
const BUYERS = access("hidden", { ...VISITOR, buyer: "in" });
const SELLERS = access("hidden", { ...VISITOR, seller: "in" });
const HOLDERS = access("taken", { ...VISITOR, buyer: "in", seller: "not theirs" });

/** The kinds of access that routes.tsv names. */
const KINDS = {
  EVERYONE: access("in"),
  /** Not configured in tests: every caller gets 404. */
  NOT_CONFIGURED: access("hidden"),
  /** Routes for every signed-in account: all reads, and the writes that no account status forbids. */
  ACCOUNTS: access("in", VISITOR),
  /** A staff account without a factor, as those of the tests, has to open its link first (A142). */
  OWN_LINK_FIRST: access("in", { ...VISITOR, admin: "not theirs", super_admin: "not theirs" }),
  /** For an entity that no account of the tests has. */
  NOBODY_YET: access("hidden", VISITOR),
  TRADERS: access("in", { ...VISITOR, ...ACCOUNT_STATUS }),
  TRADERS_EXCEPT_SELLER: access("in", { ...VISITOR, ...ACCOUNT_STATUS, seller: "not theirs" }),
  SUPER_ADMINS: access("staff only", { ...VISITOR, admin: "not theirs", super_admin: "in" }),
  STAFF: access("staff only", { ...VISITOR, admin: "in", super_admin: "in" }),
  /** Entities of a deal that only its parties can see. */
  PARTIES,
  PARTIES_TRADING: { ...PARTIES, ...ACCOUNT_STATUS },
  /** The seller answers next. */
  NEXT_IS_SELLER: { ...PARTIES, ...ACCOUNT_STATUS, buyer: "not theirs" },
  BUYERS,
  BUYERS_TRADING: { ...BUYERS, ...ACCOUNT_STATUS },
  SELLERS,
  SELLERS_TRADING: { ...SELLERS, ...ACCOUNT_STATUS },
  /** For one party; the other party can see the entity. */
  OF_THE_BUYER: { ...BUYERS, seller: "not theirs" },
  OF_THE_SELLER: { ...SELLERS, buyer: "not theirs" },
  OF_THE_SELLER_TRADING: { ...SELLERS, ...ACCOUNT_STATUS, buyer: "not theirs" },
  /** Public to read, and only the owner may change it. */
  OWN_LISTING: access("not theirs", { ...VISITOR, ...ACCOUNT_STATUS, seller: "in" }),
  OWN_REQUEST: access("not theirs", { ...VISITOR, ...ACCOUNT_STATUS, buyer: "in" }),
  /** For the holder of the item, who is the buyer. */
  HOLDERS,
  HOLDERS_TRADING: { ...HOLDERS, ...ACCOUNT_STATUS },
  /** Another user holds the items. */
  TAKEN: access("taken", { ...VISITOR, ...ACCOUNT_STATUS, seller: "not theirs" }),
  /** Refused for the caller's own item. */
  EXCEPT_OWN: access("in", { ...VISITOR, seller: "not theirs" }),
} satisfies Record<string, Access>;

/**
 * Columns: method and path as registered in the app; kind of access; `read` if staff may read the route while they
 * impersonate a user; why a write needs no idempotency key (write-routes.test.ts); `none` if a write takes everything
 * from its path; the statuses of success, where they are not 200 alone; a note.
 */
const ROWS = parseTable<"route" | "access" | "impersonators" | "repeat" | "body" | "succeeds" | "note">(routes);

const isKind = (name: string): name is keyof typeof KINDS => Object.hasOwn(KINDS, name);

export const ACCESS_TABLE: Readonly<Record<string, Access>> = Object.fromEntries(
  ROWS.map(({ route, access: kind }) => {
    if (!isKind(kind)) throw new Error(`routes.tsv: ${route} has the unknown access "${kind}"`);
    return [route, KINDS[kind]];
  }),
);

/**
 * GET routes that staff may read while they impersonate a user; all others are refused. The reply of such a route must
 * contain no private data, or mask it: tests/workerd/impersonation.test.ts reads each of them with secret values.
 */
export const READABLE_BY_IMPERSONATORS: ReadonlySet<string> = new Set(
  ROWS.filter(({ impersonators }) => impersonators === "read").map(({ route }) => route),
);

/** Writes without money, or whose repeat is harmless. A new write must say why in routes.tsv or be in PAYMENT_WRITES. */
export const WRITES_WITHOUT_KEY: ReadonlySet<string> = new Set(
  ROWS.filter(({ repeat }) => repeat !== "").map(({ route }) => route),
);

/** Writes that take everything from their path. */
export const WITHOUT_BODY: ReadonlySet<string> = new Set(
  ROWS.filter(({ body }) => body === "none").map(({ route }) => route),
);

/** Routes that succeed with other statuses than 200. */
export const SUCCESS: Readonly<Record<string, readonly number[]>> = Object.fromEntries(
  ROWS.filter(({ succeeds }) => succeeds !== "").map(({ route, succeeds }) => [route, succeeds.split(",").map(Number)]),
);
