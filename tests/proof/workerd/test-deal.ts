/** A complete test deal with unique secrets, and calls to every route. */
import { env, exports } from "cloudflare:workers";
import { ERROR_STATUS } from "#contract/errors";
import { ROLES, type Role } from "../../support/access-table.ts";
import { createAccessFixtures, type EntityIds, type UsersByRole } from "../../support/workerd/access-fixtures.ts";
import { ORIGIN } from "../../support/workerd/accounts.ts";
import { firstRow, runSql } from "../../support/workerd/sql.ts";
import { succeedsWith } from "./route-inputs.ts";

export { ROLES };

/** Values that only their owner or staff may see. */
const SECRETS = {
  sellerPhone: "+61 400 555 901",
  sellerAddress: "11 Canaryprofile Street",
  notes: "canary notes for the assistant",
  buyerPhone: "+61 400 555 902",
} as const;
const OWNERS: Partial<Record<Role, readonly string[]>> = {
  seller: ["sellerPhone", "sellerAddress", "notes", "sellerEmail"],
  buyer: ["buyerPhone", "buyerEmail"],
  // Staff may see contact details, but not the seller's notes for the assistant (D4).
  admin: ["sellerPhone", "sellerAddress", "sellerEmail", "buyerPhone", "buyerEmail"],
  super_admin: ["sellerPhone", "sellerAddress", "sellerEmail", "buyerPhone", "buyerEmail"],
};

export interface World {
  people: UsersByRole;
  things: EntityIds;
  secrets: Record<string, string>;
}

export async function createTestDeal(): Promise<World> {
  const { people, things } = await createAccessFixtures();
  const { seller, buyer } = people;
  await env.DB.batch([
    // A placement has a limited number of promotions per day, which earlier worlds would use up.
    env.DB.prepare("UPDATE promotions SET cancelled_at = created_at WHERE cancelled_at IS NULL AND owner_id <> ?").bind(
      seller.id,
    ),
    env.DB.prepare("UPDATE profiles SET phone = ?, collection_address = ? WHERE id = ?").bind(
      SECRETS.sellerPhone,
      SECRETS.sellerAddress,
      seller.id,
    ),
    env.DB.prepare("UPDATE profiles SET phone = ? WHERE id = ?").bind(SECRETS.buyerPhone, buyer.id),
    env.DB.prepare("UPDATE item_knowledge SET negotiation_notes = ? WHERE item_id = ?").bind(
      SECRETS.notes,
      things.open,
    ),
  ]);
  const hash = await firstRow<{ hash: string }>`SELECT password_hash AS hash FROM accounts WHERE id = ${seller.id}`;
  return {
    people,
    things,
    secrets: { ...SECRETS, sellerEmail: seller.email, buyerEmail: buyer.email, passwordHash: hash?.hash ?? "" },
  };
}

/** Returns the names of secrets in a text that this role may not see. */
export function leaksIn(world: World, role: Role, text: string): string[] {
  const own = OWNERS[role] ?? [];
  return Object.entries(world.secrets).flatMap(([name, secret]) =>
    secret !== "" && !own.includes(name) && text.includes(secret) ? [name] : [],
  );
}

export interface Sent {
  route: string;
  role: Role;
  path: string;
  body: string | FormData | null;
}

/** A multipart body sets its own content type. */
export async function send(world: World, { route, role, path, body }: Sent): Promise<Response> {
  const [method = ""] = route.split(" ");
  return exports.default.fetch(`${ORIGIN}${path}`, {
    method,
    redirect: "manual",
    headers: {
      Origin: ORIGIN,
      ...(typeof body === "string" && { "Content-Type": "application/json" }),
      ...world.people[role]?.headers,
    },
    ...(body !== null && method !== "GET" && { body }),
  });
}

/** Counts accepted calls, because refused calls prove little. */
export function countAccepted(reached: { reads: number; writes: number }, { route }: Sent, { status }: Response): void {
  if (status < 400) reached[route.startsWith("GET ") ? "reads" : "writes"]++;
}

/** Returns what is wrong with a reply to any request, or null. */
export async function problemOfReply(world: World, { route, role }: Sent, response: Response): Promise<string | null> {
  const { status } = response;
  const picture = response.headers.get("content-type")?.startsWith("image/");
  const text = `${[...response.headers].filter(([name]) => name !== "set-cookie").join("\n")}\n${picture ? "" : await response.text()}`;
  if (status >= 500 && !expectedOutage(route, status)) return `${status}: ${text.slice(0, 600)}`;
  if (/SQLITE_|D1_ERROR|\bat .*\.ts:\d+/.test(text)) return `says how it is built: ${text.slice(0, 600)}`;
  const leaks = leaksIn(world, role, text);
  if (leaks.length > 0) return `tells ${role} ${leaks.join(", ")}`;
  const polluted = Object.keys(Object.prototype);
  if (polluted.length > 0) return `the prototype has ${polluted.join(", ")}`;
  if (status < 400) return succeedsWith(route, status) ? null : `${status} is not a status of this route's success`;
  if (!response.headers.get("content-type")?.includes("json")) return null;
  const code = /"code":"(\w+)"/.exec(text)?.[1] ?? "";
  const expected = (ERROR_STATUS as Record<string, number>)[code];
  return expected === status ? null : `${status} with the code "${code}"`;
}

/** The health check reports the missing card provider of the test runtime as 503. */
const expectedOutage = (route: string, status: number) => status === 503 && route === "GET /api/health";

/** Rate limits would refuse most calls after the first minute. */
export async function clearRateLimits(): Promise<void> {
  await runSql`DELETE FROM throttles`;
}

/** Replaces `{{name}}` with the id of that object, so that a stored case fits another world. */
export function fillPlaceholders(world: World, text: string): string {
  return text.replaceAll(
    /\{\{(\w+)\}\}/g,
    (whole, name: string) => (world.things as Record<string, string>)[name] ?? whole,
  );
}
