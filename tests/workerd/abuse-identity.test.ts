/** A write never takes a user id from its body: the session decides who acts, owns, sells and buys (A03). */
import { expect, it } from "vitest";
import type { ErrorBody } from "#contract/errors";
import { ACCESS_TABLE, ROLES, type Role, WITHOUT_BODY } from "../support/access-table.ts";
import { callOf } from "../support/workerd/access-calls.ts";
import { createAccessFixtures } from "../support/workerd/access-fixtures.ts";

const NAMES = [
  "seller_id",
  "user_id",
  "buyer_id",
  "offeror_id",
  "owner_id",
  "author_id",
  "sender_id",
  "rated_by_user_id",
  "created_by",
  "updated_by",
];

/** Bodies that are not our JSON: a photo, an email client's form, a signed Stripe event. */
const OTHER_BODIES = ["POST /api/images", "POST /api/notifications/unsubscribe", "POST /api/stripe/webhook"];
/** Routes that accept several body shapes: only a valid shape gets as far as the check of field names. */
const SHAPES: Record<string, object> = {
  "POST /api/notifications/read": { up_to: 0 },
  "POST /api/purchases": { kind: "cart", paymentMethod: "bank_transfer", acknowledged: true },
  "POST /api/purchases/payment-details": { kind: "cart", acknowledged: true },
  "POST /api/still-available": { answer: "yes" },
  "POST /api/admin/reports/:id/decision": { outcome: "dismiss" },
  "POST /api/admin/users/:id/measures": { measure: "ban", note: "They were warned twice." },
};

it("the API refuses a user id in the body on every route that reads one (A03)", async () => {
  const { people, things } = await createAccessFixtures();
  const believed: string[] = [];
  for (const [route, access] of Object.entries(ACCESS_TABLE)) {
    // Signing in or out would end the sessions that the remaining calls need.
    if (!/^(POST|PUT|PATCH) /.test(route) || /\/api\/(auth|viewing)\//.test(route)) continue;
    if (WITHOUT_BODY.has(route) || OTHER_BODIES.includes(route)) continue;
    const role = ROLES.find(
      (known): known is Exclude<Role, "visitor"> => known !== "visitor" && access[known] === "in",
    );
    if (!role) continue;
    const { method, path, body } = callOf(route, role, things);
    const sent = { ...(body as object), ...SHAPES[route] };
    const forged = Object.fromEntries(NAMES.map((name) => [name, people.stranger.id]));
    const response = await people[role].request(method, path, { ...sent, ...forged });
    const { error } = (await response.json()) as ErrorBody;
    if (error?.code !== "unknown_field") believed.push(`${route}: ${response.status} ${error?.code}`);
  }
  expect(believed).toEqual([]);
});
