/**
 * Commands of the two parties of a trade, and of staff: they load the trade, apply the rules of domain/trades/trade,
 * store the result and notify the other party.
 */

import { sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import { type ChosenMeeting, type ProposeTradeValue, TRADE_MESSAGES } from "#contract/trades";
import { isPartyToCase } from "#domain/account/staff-conflict";
import { HOUR_MS } from "#domain/deadlines";
import { windowProblem } from "#domain/orders/collection-windows";
import { done, type Refusal, type Result, refuse, refuseField } from "#domain/result";
import { firstMeeting, type Meeting } from "#domain/trades/meeting";
import {
  decideStaffCancel,
  decideTrade,
  type ProposalProblem,
  proposalProblem,
  TRADE_OPEN_MS,
  type TradeRefusalReason,
  type TradeRole,
  type TradeStep,
} from "#domain/trades/trade";
import { CHANGED, insertAuditEntry } from "../../db/audit-log.ts";
import { blockedBetween } from "../../db/blocks.ts";
import { batch } from "../../db/client.ts";
import { insertNotification, type NewNotification } from "../../db/notifications.ts";
import { errorText, log } from "../../log.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { notifySoon } from "../notifications/commands.ts";
import { acceptAll, applyEndedTrade, finishOrAbandon } from "./acceptance/acceptance.ts";
import { findCirclesSoon } from "./circle-finder/jobs.ts";
import { meetingOf } from "./meetings.ts";
import { calledOffNotices, itemAt, noticesOf, type TradeNotice } from "./present.ts";
import {
  findOpenOffer,
  findOwnTrade,
  findTrade,
  hasManyProposals,
  type OwnTrade,
  readProposal,
  type TradeRecord,
} from "./queries.ts";
import { changeTrade, insertTrade } from "./stored-trades.ts";

const PROPOSAL_REFUSALS: Record<ProposalProblem, Refusal> = {
  not_offeror: refuseField("offeror_id", "You can only offer a trade as yourself."),
  not_seller: refuseField("target_seller_id", "This item belongs to someone else."),
  no_target: NOT_FOUND,
  own_item: refuse("own_item", TRADE_MESSAGES.ownItem),
  sold: refuse("item_sold", MESSAGES.alreadySold),
  not_for_sale: refuse("item_unavailable", MESSAGES.notAvailable),
  free_item: refuse("wrong_state", TRADE_MESSAGES.freeItem),
  not_open: refuse("forbidden", TRADE_MESSAGES.notOpen),
  not_own_active: refuseField("offered_item_ids", TRADE_MESSAGES.ownActiveOnly),
};

/**
 * Proposes a trade (`POST /api/trading/propose-trade`).
 * @param id derived from the Idempotency-Key if there is one.
 */
export async function proposeTrade(
  services: Services,
  offerorId: string,
  id: string,
  sent: ProposeTradeValue,
): Promise<Result> {
  const { db, now } = services;
  const offered = sent.offered_item_ids;
  const { target, ownActive } = await readProposal(db, offerorId, sent.target_item_id, offered);
  const blocked = target !== null && (await blockedBetween(db, offerorId, target.sellerId));
  const problem = proposalProblem({
    offerorId,
    claimed: { offerorId: sent.offeror_id, sellerId: sent.target_seller_id },
    target,
    blocked,
    offered: offered.length,
    ownActive,
  });
  if (problem || !target) {
    // A repeat of a call whose reply was lost gets the same answer, even if something has changed since.
    const earlier = await findOpenOffer(db, id, offerorId, sent.target_item_id);
    return earlier === "this" ? done() : PROPOSAL_REFUSALS[problem ?? "no_target"];
  }
  const at = now();
  const parties = { offeror_id: offerorId, seller_id: target.sellerId, target_item_id: sent.target_item_id };
  const written = await insertTrade(db, {
    id,
    ...parties,
    offered,
    cash_cents: sent.cash_adjustment ?? 0,
    message: sent.message ?? "",
    expires_at: at + TRADE_OPEN_MS,
    created_at: at,
  });
  if (!written) {
    const there = await findOpenOffer(db, id, offerorId, sent.target_item_id);
    if (there === "another") return refuse("conflict", TRADE_MESSAGES.alreadyOffered);
    if (there === null) {
      return (await hasManyProposals(db, parties, at))
        ? refuse("too_many_requests", TRADE_MESSAGES.manyProposals, { retry_after: HOUR_MS / 1_000 })
        : refuse("item_unavailable", MESSAGES.notAvailable);
    }
  }
  const record = await findTrade(db, id, now());
  if (record) await notifyTrade(services, record);
  findCirclesSoon(services, offerorId);
  return done();
}

const WRONG_PARTY = {
  offeror: refuse("forbidden", "Only the person who was asked can do this."),
  seller: refuse("forbidden", "Only the person who made the offer can do this."),
} as const;
const OTHER_CANNOT_TRADE = refuse("wrong_state", "The person who made this offer can't trade right now.");

function refusalOf(reason: TradeRefusalReason, role: TradeRole, until?: number): Refusal {
  switch (reason) {
    case "wrong_party":
      return WRONG_PARTY[role];
    case "wrong_state":
      return refuse("wrong_state", "This trade has changed since you opened it. Please check it again.");
    case "expired":
      return refuse("wrong_state", "This offer has expired. Offers stay open for 7 days.");
    case "busy":
      return refuse("conflict", "This offer is being accepted right now. Please try again in a moment.", {
        retry_after: 2,
      });
    case "too_early":
      return refuse("wrong_state", "One of you has confirmed the trade, so you can't call it off yet.", {
        ...(until !== undefined && { until }),
      });
  }
}

/** Concurrent steps read the trade again. Limit of attempts. */
const ATTEMPTS_MAX = 5;
/** No request works on an acceptance for this long. */
export const ABANDONED_MS = 2 * 60_000;

/**
 * Applies one step of one party. Another user's trade is `not_found`; the other party of the caller's own trade learns
 * which side may do this.
 */
export async function stepTrade(
  services: Services,
  viewerId: string,
  id: string,
  step: TradeStep,
  chosen?: ChosenMeeting,
): Promise<Result<OwnTrade>> {
  const { db, now } = services;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const own = await findOwnTrade(db, viewerId, id, now());
    if (!own) return NOT_FOUND;
    const { record, role } = own;
    const { trade } = record;
    if (trade.accepting_at !== null && trade.accepting_at < now() - ABANDONED_MS) {
      await finishOrAbandon(services, record);
      continue;
    }
    const decision = decideTrade(trade, step, role, now());
    if (!decision.ok) return refusalOf(decision.reason, role, decision.until);
    if (decision.changed === null) return done({ record, role });
    if (step === "accept" && !record.offeror.may_trade) return OTHER_CANNOT_TRADE;
    const meeting = step === "accept" ? meetingFor(record, chosen, now()) : null;
    const problem = meeting && windowProblem(meeting, now());
    if (problem) return refuse("invalid", problem);
    const changed = {
      ...decision.changed,
      ...(step === "cancel" && { called_off_by: viewerId }),
      ...(meeting && { meeting }),
    };
    if (!(await changeTrade(db, trade, changed, now()))) continue;
    if (step === "accept") {
      const accepted = await acceptAll(services, { id, attempt: trade.attempt + 1, items: record.items });
      if (!accepted.ok) return accepted;
    }
    if (step === "decline") findCirclesSoon(services, trade.offeror_id);
    return afterStep(services, id, role);
  }
  return refusalOf("busy", "seller");
}

/** Returns the meeting that an acceptance agrees to: the chosen one, else at the requested item's next pickup time. */
function meetingFor({ items }: TradeRecord, chosen: ChosenMeeting | undefined, now: number): Meeting {
  return chosen ? meetingOf(chosen, "seller") : firstMeeting(itemAt(items, "seller"), now);
}

/** Returns the current trade, after updating its items and notifying the other party. */
async function afterStep(services: Services, id: string, role: TradeRole): Promise<Result<OwnTrade>> {
  const { db, now } = services;
  let record = await findTrade(db, id, now());
  if (!record) return NOT_FOUND;
  await notifyTrade(services, record);
  if (record.trade.status === "completed" || record.trade.status === "failed") {
    await applyEndedTrade(services, record);
    record = (await findTrade(db, id, now())) ?? record;
  }
  return done({ record, role });
}

const MOVED_ON = refuse("wrong_state", "You can only call off an accepted trade, and this one has changed.");

/**
 * Calls off an accepted trade for staff, also after one party has reported the handover (D39), with a reason for both
 * parties.
 */
export async function callOffTrade(services: Services, staffId: string, id: string, note: string): Promise<Result> {
  const { db, now } = services;
  const record = await findTrade(db, id, now());
  if (!record) return NOT_FOUND;
  const { trade } = record;
  if (isPartyToCase(staffId, [trade.offeror_id, trade.seller_id])) return refuse("forbidden", MESSAGES.ownCase);
  const at = now();
  const changed = decideStaffCancel(trade, at);
  if (changed === null) return MOVED_ON;
  const [written] = await batch<[{ id: string }, object]>(db, [
    sql`UPDATE trades SET status = ${changed.status}, closed_at = ${changed.closed_at}, updated_at = ${at}, untold = 1
      WHERE id = ${id} AND status = 'accepted' AND attempt = ${trade.attempt} RETURNING id`,
    insertAuditEntry({ actor_id: staffId, action: "trade_called_off", subject: id, details: { note }, at }, CHANGED),
  ]);
  if (written.length === 0) return MOVED_ON;
  const after = await findTrade(db, id, now());
  if (!after) return NOT_FOUND;
  // Unlocks the items of both; the job repeats it for rooms that cannot be reached.
  await applyEndedTrade(services, after);
  // If this fails, cron notifies them that the trade was called off.
  await announce(services, after, calledOffNotices(after, note));
  return done();
}

/** Writes the notifications of the trade's state and marks them as written. A repeat adds nothing. */
async function announce(services: Services, { trade }: TradeRecord, notices: readonly TradeNotice[]): Promise<void> {
  const at = services.now();
  const rows = await Promise.all(
    notices.map(async ({ to, event, title, body }): Promise<NewNotification> => {
      const user_id = to === "offeror" ? trade.offeror_id : trade.seller_id;
      const dedupe_key = `trade:${trade.id}:${event}`;
      const id = await stableId("ntf", dedupe_key, user_id);
      return { id, user_id, kind: "trade", dedupe_key, title, body, link: `/TradeOffers?id=${trade.id}`, at };
    }),
  );
  await batch(services.db, [
    ...rows.map(insertNotification),
    // If another step was taken meanwhile, it is still to be announced.
    sql`UPDATE trades SET untold = 0 WHERE id = ${trade.id} AND updated_at = ${trade.updated_at}
      AND status = ${trade.status}`,
  ]);
  notifySoon(services, [...new Set(rows.map(({ user_id }) => user_id))]);
}

/** Announces the trade's last step. For cron, which repeats what `notifyTrade` could not write. */
export async function writeTradeNotifications(services: Services, record: TradeRecord): Promise<void> {
  await announce(services, record, noticesOf(record));
}

/** Notifies after a step. Cron repeats what fails here; the step itself is not affected. */
async function notifyTrade(services: Services, record: TradeRecord): Promise<void> {
  if (!record.trade.untold) return;
  try {
    await writeTradeNotifications(services, record);
  } catch (error) {
    log("warn", { trade: record.trade.id, problem: "tell", error: errorText(error) });
  }
}
