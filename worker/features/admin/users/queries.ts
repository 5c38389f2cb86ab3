import { type SQL, sql } from "drizzle-orm";
import type { AccountType, Role } from "#contract/account/profiles";
import type { UserDetail } from "#contract/admin/users";
import type { OrderStatus } from "#contract/orders";
import type { CheckFacts } from "#domain/account/checks";
import { BOUGHT, sqlList } from "#domain/orders/order-status";
import { done, type Result } from "#domain/result";
import type { AccountStatus } from "#domain/status/account-status";
import type { Database } from "../../../db/client.ts";
import { type CursorPage, cursorList } from "../../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../../http/wrong-cursor.ts";
import { checkColumns } from "../../account/phone/queries.ts";

const PAGE = 25;

type Flag = 0 | 1;

/** A profile as staff may see it: columns by name, so that a new private column stays out (D4, D5). */
export interface UserRecord extends Omit<AccountStatus, "is_suspended" | "is_banned" | "account_restricted"> {
  id: string;
  email: string;
  full_name: string;
  account_type: AccountType;
  suburb: string | null;
  city: string | null;
  country: string;
  state_region: string | null;
  postcode: string | null;
  is_suspended: Flag;
  is_banned: Flag;
  account_restricted: Flag;
  restriction_applied_at: number | null;
  incomplete_transaction_count: number;
  seller_balance_cents: number;
  average_rating_hundredths: number | null;
  rating_count: number;
  listed_count: number;
  created_at: number;
}

const COLUMNS =
  sql.raw(`p.id, p.email, p.full_name, p.role, p.account_type, p.suburb, p.city, p.country, p.state_region,
  p.postcode, p.is_suspended, p.suspension_end_date, p.is_banned, p.ban_reason, p.account_restricted, p.restriction_reason,
  p.restriction_applied_at, p.incomplete_transaction_count, p.seller_balance_cents, p.average_rating_hundredths,
  p.rating_count, p.listed_count, p.created_at`);

export type UserFilters = {
  q?: string | undefined;
  role?: Role | undefined;
  account_type?: AccountType | undefined;
  country?: string | undefined;
  standing?: "good" | "restricted" | "suspended" | "banned" | undefined;
};

/** Condition for one account status: the worst that applies (`statusProblem`). The first term has an index. */
function hasStatus(standing: NonNullable<UserFilters["standing"]>, now: number): SQL {
  const trouble = sql`(p.is_banned = 1 OR p.is_suspended = 1 OR p.account_restricted = 1)`;
  const suspended = sql`(p.is_suspended = 1 AND coalesce(p.suspension_end_date > ${now}, 1))`;
  switch (standing) {
    case "banned":
      return sql`${trouble} AND p.is_banned = 1`;
    case "suspended":
      return sql`${trouble} AND p.is_banned = 0 AND ${suspended}`;
    case "restricted":
      return sql`${trouble} AND p.is_banned = 0 AND NOT ${suspended} AND p.account_restricted = 1`;
    case "good":
      return sql`p.is_banned = 0 AND p.account_restricted = 0 AND NOT ${suspended}`;
  }
}

/** Returns users, newest first. Names, addresses and postcodes match any part, ignoring case. */
export async function listUsers(
  db: Database,
  filters: UserFilters,
  cursor: string | undefined,
  now: number,
): Promise<Result<CursorPage<UserRecord>>> {
  const list = cursorList("people", filters, cursor);
  if (!list) return WRONG_CURSOR;
  const { q, role, account_type, country, standing } = filters;
  const part = q?.toLowerCase() ?? "";
  const where: SQL[] = [
    ...(part
      ? [
          sql`(p.id = ${part} OR instr(lower(p.full_name), ${part}) > 0 OR instr(lower(p.email), ${part}) > 0
            OR instr(p.postcode, ${part}) > 0)`,
        ]
      : []),
    ...(role ? [sql`p.role = ${role}`] : []),
    ...(account_type ? [sql`p.account_type = ${account_type}`] : []),
    ...(country ? [sql`p.country = ${country}`] : []),
    ...(standing ? [hasStatus(standing, now)] : []),
    ...(list.after ? [sql`(p.created_at, p.id) < (${list.after.key}, ${list.after.id})`] : []),
  ];
  const rows = await db.all<UserRecord>(sql`SELECT ${COLUMNS} FROM profiles p
    ${where.length > 0 ? sql`WHERE ${sql.join(where, sql` AND `)}` : sql``}
    ORDER BY p.created_at DESC, p.id DESC LIMIT ${PAGE + 1}`);
  return done(list.page(rows, PAGE, (last) => ({ key: last.created_at, id: last.id })));
}

export type UserFacts = CheckFacts &
  Pick<UserDetail, "bought" | "sold" | "open_disputes" | "open_reports" | "sessions" | "last_seen_at">;

const SOLD = sql.raw(`(${sqlList(BOUGHT)})`);

/** Returns one user with counts, in one query. */
export async function findUser(db: Database, id: string, now: number): Promise<(UserRecord & UserFacts) | null> {
  const { phone_confirmed, payouts_active } = checkColumns(sql`p.id`);
  const row = await db.get<UserRecord & UserFacts>(sql`SELECT ${COLUMNS}, a.email_verified,
      ${phone_confirmed} AS phone_confirmed, ${payouts_active} AS payouts_active,
      (SELECT count(*) FROM orders o WHERE o.buyer_id = p.id AND o.status IN ${SOLD}) AS bought,
      (SELECT count(*) FROM orders o WHERE o.seller_id = p.id AND o.status IN ${SOLD}) AS sold,
      (SELECT count(*) FROM orders o WHERE o.status = 'disputed' AND p.id IN (o.buyer_id, o.seller_id)) AS open_disputes,
      (SELECT count(*) FROM reports r WHERE r.about_id = p.id AND r.status = 'open') AS open_reports,
      (SELECT count(*) FROM sessions s WHERE s.account_id = p.id AND s.expires_at > ${now}) AS sessions,
      (SELECT max(s.seen_at) FROM sessions s WHERE s.account_id = p.id) AS last_seen_at
    FROM profiles p JOIN accounts a ON a.id = p.id WHERE p.id = ${id}`);
  return row ?? null;
}

export interface UserOrderRow {
  id: string;
  role: "buyer" | "seller";
  item_id: string;
  item_title: string;
  item_image_url: string | null;
  other_id: string;
  other_name: string | null;
  status: OrderStatus;
  amount_cents: number;
  created_at: number;
}

/** Returns a user's purchases and sales, newest first; each side by its own index. */
export async function ordersOf(
  db: Database,
  id: string,
  cursor: string | undefined,
): Promise<Result<CursorPage<UserOrderRow>>> {
  const list = cursorList("person-orders", { id }, cursor);
  if (!list) return WRONG_CURSOR;
  const { after } = list;
  const side = (role: "buyer" | "seller", mine: string, other: string) => sql`SELECT * FROM (
      SELECT o.id, ${role} AS role, o.item_id, o.item_title, o.item_image_url, ${sql.raw(`o.${other}`)} AS other_id,
        o.status, o.amount_cents, o.created_at
      FROM orders o WHERE ${sql.raw(`o.${mine}`)} = ${id}
        ${after ? sql`AND (o.created_at, o.id) < (${after.key}, ${after.id})` : sql``}
      ORDER BY o.created_at DESC, o.id DESC LIMIT ${PAGE + 1})`;
  const rows = await db.all<UserOrderRow>(sql`SELECT t.*, p.full_name AS other_name FROM (
      ${side("buyer", "buyer_id", "seller_id")} UNION ALL ${side("seller", "seller_id", "buyer_id")}
    ) t LEFT JOIN profiles p ON p.id = t.other_id ORDER BY t.created_at DESC, t.id DESC LIMIT ${PAGE + 1}`);
  return done(list.page(rows, PAGE, (last) => ({ key: last.created_at, id: last.id })));
}
