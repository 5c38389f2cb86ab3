/** Actions for stuck records, one set per kind. All may be repeated: records that are no longer stuck do not change. */

import type { BaggageKind, SettleBaggageValue } from "#contract/admin/baggage";
import { MESSAGES } from "#contract/copy";
import { isPartyToCase } from "#domain/account/staff-conflict";
import { done, type Result, refuse } from "#domain/result";
import { insertAuditEntry } from "../../../db/audit-log.ts";
import { batch } from "../../../db/client.ts";
import { askRoom } from "../../../http/item-room.ts";
import type { Services } from "../../../services.ts";
import { finishOrUndo } from "../../checkout/purchases/purchases.ts";
import { findPurchase } from "../../checkout/purchases/queries.ts";
import { removeOrphanPhotos } from "../../items/images/jobs.ts";
import { deliverSoon } from "../../notifications/commands.ts";
import { announce } from "../../notifications/email/outbox.ts";
import { settleReturnByStaff } from "../../orders/direct-refunds.ts";
import { decideNoShow } from "../../orders/no-shows.ts";
import { findOrderFacts } from "../../orders/queries.ts";
import { declineSellerRefund } from "../../orders/seller-refunds.ts";
import { writeOffReversal } from "../../payments/payout-claims.ts";
import { retryPayout } from "../../payments/payouts/payouts.ts";
import { remindSeller } from "../../payments/payouts/reminders.ts";
import { retryRefund, settleRefundByHand } from "../../payments/refunds.ts";
import { clearWarning } from "../../payments/reversals/fraud-warnings.ts";
import { settleDecision } from "../../purchases/purchases.ts";
import { finishOrAbandon } from "../../trades/acceptance/acceptance.ts";
import { finishOrAbandonCircle } from "../../trades/circles/locking.ts";
import { findCircle } from "../../trades/circles/queries.ts";
import { findTrade } from "../../trades/queries.ts";
import { resolveFailedEmail } from "../emails/emails.ts";
import { uncollectedEmail } from "./emails.ts";
import { ACTIONS } from "./present.ts";
import { findStuck, findUncollected, type UncollectedOrder } from "./queries.ts";

type Action = SettleBaggageValue["action"];

const SETTLED = refuse("wrong_state", "This has already been sorted out.");
const WRONG_ACTION = refuse("invalid", "That option doesn't work for this entry. Please choose another.", {
  fields: [{ field: "action", message: "Choose another option." }],
});

/** Kinds that staff decide. For the others, the service applies its own rules again. */
const DECIDED_BY_STAFF: ReadonlySet<BaggageKind> = new Set([
  "uncollected",
  "no_shows",
  "money_back",
  "seller_refunds",
  "refunds",
  "payouts",
  "waiting_proceeds",
  "payout_claims",
  "fraud_warnings",
]);

export async function settleBaggage(
  services: Services,
  staffId: string,
  kind: BaggageKind,
  id: string,
  { action, note = "" }: SettleBaggageValue,
): Promise<Result> {
  if (!ACTIONS[kind].includes(action)) return WRONG_ACTION;
  const parties = await findStuck(services.db, kind, id, services.now());
  if (!parties) return SETTLED;
  if (DECIDED_BY_STAFF.has(kind) && isPartyToCase(staffId, parties)) return refuse("forbidden", MESSAGES.ownCase);
  switch (kind) {
    case "uncollected":
      return remind(services, staffId, id);
    case "no_shows":
      return decideNoShow(services, staffId, id, action === "uphold" ? "upheld" : "dismissed", note);
    case "money_back":
      return settleReturnByStaff(services, staffId, id, note);
    case "seller_refunds":
      return declineSellerRefund(services, staffId, id, note);
    case "refunds":
      return action === "retry" ? retryRefund(services, staffId, id) : settleRefundByHand(services, staffId, id, note);
    case "payouts":
      return retryPayout(services, staffId, id, "payable");
    case "waiting_proceeds":
      await remindSeller(services, staffId, id);
      return done();
    case "payout_claims":
      return action === "retry"
        ? retryPayout(services, staffId, id, "reversing")
        : writeOffReversal(services, staffId, id, note);
    case "fraud_warnings":
      return clearWarning(services, staffId, id, note);
    case "mails":
      return resolveFailedEmail(services, staffId, id, action === "retry" ? "retry" : "leave");
    default:
      await settleAgain(services, kind, id);
      await recordAction(services, staffId, kind, id, action);
      return done();
  }
}

/** Runs the automatic job for this record again; the usual rules decide the result. */
async function settleAgain(services: Services, kind: BaggageKind, id: string): Promise<void> {
  const { db, env, now } = services;
  switch (kind) {
    case "orders": {
      const order = await findOrderFacts(db, id);
      if (order) await askRoom(env, order.item_id, (room) => room.settle());
      return;
    }
    case "holds":
      return askRoom(env, id, (room) => room.settle());
    case "half_made": {
      const purchase = await findPurchase(db, id);
      if (purchase?.purchase.status === "placed") return settleDecision(services, id);
      if (purchase) return finishOrUndo(services, purchase);
      const trade = await findTrade(db, id, now());
      if (trade) return finishOrAbandon(services, trade);
      const circle = await findCircle(db, id, now());
      if (circle) await finishOrAbandonCircle(services, circle);
      return;
    }
    case "photos":
      await removeOrphanPhotos(services);
      return;
    default:
  }
}

async function recordAction({ db, now }: Services, staffId: string, kind: string, id: string, action: Action) {
  const details = { kind, action };
  await db.run(insertAuditEntry({ actor_id: staffId, action: "baggage_settled", subject: id, details, at: now() }));
}

const DAY_OF = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Asks both parties whether the item was collected, at most once a day. */
async function remind(services: Services, staffId: string, id: string): Promise<Result> {
  const { db, now } = services;
  const order = await findUncollected(db, id);
  if (!order) return SETTLED;
  const at = now();
  const key = `uncollected:${id}:${DAY_OF(at)}`;
  const sides = (["buyer", "seller"] as const).map((side) => reminder(services, order, side, key));
  await batch(db, [
    insertAuditEntry({ actor_id: staffId, action: "collection_reminded", subject: id, at }),
    ...sides.flat(),
  ]);
  deliverSoon(services);
  return done();
}

function reminder(services: Services, order: UncollectedOrder, side: "buyer" | "seller", key: string) {
  const mail = uncollectedEmail(order, side, services.env.APP_ORIGIN);
  const to =
    side === "buyer"
      ? { id: order.buyer_id, email: order.buyer_email }
      : { id: order.seller_id, email: order.seller_email };
  const link = `/MyOrders/${order.id}`;
  return announce(services, { to, key: `${key}:${side}`, mail, body: mail.said, link, kind: "order" });
}
