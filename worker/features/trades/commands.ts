/**
 * Commands of the two parties of a trade: they load the trade, apply the rules of domain/trades/trade, store the result
 * and notify the other party.
 */

import { MESSAGES } from "#contract/copy";
import { type ProposeTradeValue, TRADE_MESSAGES } from "#contract/trades";
import { type Refusal, refuse } from "#domain/result";
import {
  decideTrade,
  type ProposalProblem,
  proposalProblem,
  TRADE_OPEN_MS,
  type TradeRefusalReason,
  type TradeRole,
  type TradeStep,
} from "#domain/trades/trade";
import { blockedBetween } from "../../db/blocks.ts";
import type { Services } from "../../services.ts";
import { acceptAll, finishOrAbandon } from "./acceptance.ts";
import { applyEndedTrade } from "./completion.ts";
import { notifyTrade } from "./notify.ts";
import {
  changeTrade,
  findOpenOffer,
  findOwnTrade,
  findTrade,
  insertTrade,
  readProposal,
  type TradeRecord,
} from "./queries.ts";

const field = (name: string, message: string) => refuse("invalid", message, { fields: [{ field: name, message }] });

const PROPOSAL_REFUSALS: Record<ProposalProblem, Refusal> = {
  not_offeror: field("offeror_id", "You can only offer a trade in your own name."),
  not_seller: field("target_seller_id", "This item belongs to somebody else."),
  no_target: refuse("not_found", MESSAGES.notFound),
  own_item: refuse("own_item", TRADE_MESSAGES.ownItem),
  sold: refuse("item_sold", MESSAGES.alreadySold),
  not_for_sale: refuse("item_unavailable", MESSAGES.notAvailable),
  free_item: refuse("wrong_state", TRADE_MESSAGES.freeItem),
  not_open: refuse("forbidden", TRADE_MESSAGES.notOpen),
  not_own_active: field("offered_item_ids", TRADE_MESSAGES.ownActiveOnly),
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
): Promise<{ ok: true; id: string } | Refusal> {
  const { db, env, now } = services;
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
    return earlier === "this" ? { ok: true, id } : PROPOSAL_REFUSALS[problem ?? "no_target"];
  }
  const at = now();
  const written = await insertTrade(env.DB, {
    id,
    offeror_id: offerorId,
    seller_id: target.sellerId,
    target_item_id: sent.target_item_id,
    offered,
    cash_cents: sent.cash_adjustment ?? 0,
    message: sent.message ?? "",
    expires_at: at + TRADE_OPEN_MS,
    created_at: at,
  });
  if (!written) {
    const there = await findOpenOffer(db, id, offerorId, sent.target_item_id);
    if (there === "another") return refuse("conflict", TRADE_MESSAGES.alreadyOffered);
    if (there === null) return refuse("item_unavailable", MESSAGES.notAvailable);
  }
  const record = await findTrade(db, id, now());
  if (record) await notifyTrade(services, record);
  return { ok: true, id };
}

const NOT_FOUND = refuse("not_found", MESSAGES.notFound);
const WRONG_PARTY = {
  offeror: refuse("forbidden", "Only the person who was asked can do this."),
  seller: refuse("forbidden", "Only the person who made the offer can do this."),
} as const;
const OTHER_CANNOT_TRADE = refuse("wrong_state", "The person who made this offer cannot trade at the moment.");

function refusalOf(reason: TradeRefusalReason, role: TradeRole, until?: number): Refusal {
  switch (reason) {
    case "wrong_party":
      return WRONG_PARTY[role];
    case "wrong_state":
      return refuse("wrong_state", "This trade has moved on since you opened it. Please check where it stands now.");
    case "expired":
      return refuse("wrong_state", "This offer was open for seven days and has ended.");
    case "busy":
      return refuse("conflict", "This offer is being accepted right now. Please try again in a moment.", {
        retry_after: 2,
      });
    case "too_early":
      return refuse(
        "wrong_state",
        "One of you has said that the trade took place, so it can only be called off later.",
        {
          ...(until !== undefined && { until }),
        },
      );
  }
}

/** Concurrent steps read the trade again. Limit of attempts. */
const ATTEMPTS_MAX = 5;
/** No request works on an acceptance for this long. */
export const ABANDONED_MS = 2 * 60_000;

type Outcome = { ok: true; record: TradeRecord; role: TradeRole } | Refusal;

/**
 * Applies one step of one party. Another user's trade is `not_found`; the other party of the caller's own trade learns
 * which side may do this.
 */
export async function stepTrade(services: Services, viewerId: string, id: string, step: TradeStep): Promise<Outcome> {
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
    if (decision.changed === null) return { ok: true, record, role };
    if (step === "accept" && !record.offeror.may_trade) return OTHER_CANNOT_TRADE;
    const changed = { ...decision.changed, ...(step === "cancel" && { called_off_by: viewerId }) };
    if (!(await changeTrade(db, trade, changed, now()))) continue;
    if (step === "accept") {
      const accepted = await acceptAll(services, { id, attempt: trade.attempt + 1, items: record.items });
      if (!accepted.ok) return accepted;
    }
    return afterStep(services, id, role);
  }
  return refusalOf("busy", "seller");
}

/** Returns the current trade, after updating its items and notifying the other party. */
async function afterStep(services: Services, id: string, role: TradeRole): Promise<Outcome> {
  const { db, now } = services;
  let record = await findTrade(db, id, now());
  if (!record) return NOT_FOUND;
  await notifyTrade(services, record);
  if (record.trade.status === "completed" || record.trade.status === "failed") {
    await applyEndedTrade(services, record);
    record = (await findTrade(db, id, now())) ?? record;
  }
  return { ok: true, record, role };
}
