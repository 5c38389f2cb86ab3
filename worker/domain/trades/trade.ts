/** Trades (D39): items, with or without money, for one item of another user. Pure: the caller locks the items. */

import { DAY_MS } from "../deadlines.ts";

/** Offers a person may make in a day for one item, and to one seller, whatever became of them: each one is an email. */
export const PROPOSALS_PER_DAY = { item: 3, seller: 10 } as const;
/** How long an offer is open, and how long the other party waits to cancel after one confirmed the handover. */
export const TRADE_OPEN_MS = 7 * DAY_MS;
export const TRADE_CASH_MAX_CENTS = 50_000;

export type TradeRole = "offeror" | "seller";

type TradeParty = TradeRole | "either" | "service";

/**
 * Transitions of a trade. While the items are being locked for an acceptance, the trade stays proposed. `hand_over`
 * completes it only after both parties have confirmed.
 */
export const TRADE_GRAPH = {
  proposed: {
    accept: { to: "accepted", by: "seller" },
    decline: { to: "declined", by: "seller" },
    withdraw: { to: "withdrawn", by: "offeror" },
    expire: { to: "expired", by: "service" },
    dissolve: { to: "void", by: "service" },
  },
  accepted: {
    hand_over: { to: "completed", by: "either" },
    cancel: { to: "failed", by: "either" },
  },
  declined: {},
  withdrawn: {},
  expired: {},
  void: {},
  completed: {},
  failed: {},
} as const satisfies Record<string, Record<string, { to: string; by: TradeParty }>>;

export type TradeState = keyof typeof TRADE_GRAPH;
export type TradeStep = "accept" | "decline" | "withdraw" | "hand_over" | "cancel";

/** The columns that a trade's steps read and change. */
export interface TradeColumns {
  status: TradeState;
  attempt: number;
  accepting_at: number | null;
  expires_at: number;
  accepted_at: number | null;
  offeror_handed_over_at: number | null;
  seller_handed_over_at: number | null;
  closed_at: number | null;
}

export type TradeRefusalReason =
  /** Only the other party may do this. */
  | "wrong_party"
  /** The trade has changed. */
  | "wrong_state"
  /** Not answered in time. */
  | "expired"
  /** It is being accepted right now. */
  | "busy"
  /** One party confirmed the handover, and seven days have not passed since the acceptance. */
  | "too_early";

/** `changed` is null when the step was taken before. */
export type TradeDecision =
  | { ok: true; changed: Partial<TradeColumns> | null }
  | { ok: false; reason: TradeRefusalReason; until?: number };

/** Returns what a step of this party changes. `accept` begins the acceptance; the caller then locks the items. */
export function decideTrade(trade: TradeColumns, step: TradeStep, role: TradeRole, now: number): TradeDecision {
  const edges: Partial<Record<TradeStep, { to: TradeState; by: TradeParty }>> = TRADE_GRAPH[trade.status];
  const by = partyOf(step);
  if (by !== "either" && by !== role) return { ok: false, reason: "wrong_party" };
  if (isDone(trade, step, role)) return { ok: true, changed: null };
  const edge = edges[step];
  if (!edge) return { ok: false, reason: "wrong_state" };
  if (trade.status === "proposed") {
    if (trade.accepting_at !== null) return { ok: false, reason: "busy" };
    if (now >= trade.expires_at) return { ok: false, reason: "expired" };
  }
  switch (step) {
    case "accept":
      return { ok: true, changed: { accepting_at: now, attempt: trade.attempt + 1 } };
    case "hand_over": {
      const mine = role === "offeror" ? "offeror_handed_over_at" : "seller_handed_over_at";
      const theirs = role === "offeror" ? trade.seller_handed_over_at : trade.offeror_handed_over_at;
      return { ok: true, changed: { [mine]: now, ...(theirs !== null && { status: edge.to, closed_at: now }) } };
    }
    case "cancel": {
      const from = cancelFrom(trade);
      if (from === null || now < from) return { ok: false, reason: "too_early", ...(from !== null && { until: from }) };
      return { ok: true, changed: { status: edge.to, closed_at: now } };
    }
    default:
      return { ok: true, changed: { status: edge.to, closed_at: now } };
  }
}

/** Returns whether this party has taken the step before; the answer is then the same. */
function isDone(trade: TradeColumns, step: TradeStep, role: TradeRole): boolean {
  switch (step) {
    case "accept":
      return trade.accepted_at !== null;
    case "decline":
      return trade.status === "declined";
    case "withdraw":
      return trade.status === "withdrawn";
    case "cancel":
      return trade.status === "failed";
    case "hand_over":
      return (role === "offeror" ? trade.offeror_handed_over_at : trade.seller_handed_over_at) !== null;
  }
}

function partyOf(step: TradeStep): TradeParty {
  for (const edges of Object.values(TRADE_GRAPH) as Partial<Record<TradeStep, { by: TradeParty }>>[]) {
    const edge = edges[step];
    if (edge) return edge.by;
  }
  return "service";
}

/**
 * Returns from when either party may cancel an accepted trade; null for any other trade. After one party confirmed the
 * handover, both must wait, so that neither can take an item and then cancel the trade.
 */
export function cancelFrom(
  trade: Pick<TradeColumns, "status" | "accepted_at" | "offeror_handed_over_at" | "seller_handed_over_at">,
): number | null {
  if (trade.status !== "accepted" || trade.accepted_at === null) return null;
  const reported = trade.offeror_handed_over_at !== null || trade.seller_handed_over_at !== null;
  return reported ? trade.accepted_at + TRADE_OPEN_MS : trade.accepted_at;
}

/** Returns the changes when staff cancel an accepted trade, which needs no waiting time; null for any other trade. */
export function decideStaffCancel(
  trade: Pick<TradeColumns, "status">,
  now: number,
): { status: "failed"; closed_at: number } | null {
  return trade.status === "accepted" ? { status: TRADE_GRAPH.accepted.cancel.to, closed_at: now } : null;
}

/** Returns what this party may do now. A step that was taken already is harmless but not offered. */
export function tradeAbilities(trade: TradeColumns, role: TradeRole, now: number): Record<TradeStep, boolean> {
  const may = (step: TradeStep) => {
    const decision = decideTrade(trade, step, role, now);
    return decision.ok && decision.changed !== null;
  };
  return {
    accept: may("accept"),
    decline: may("decline"),
    withdraw: may("withdraw"),
    hand_over: may("hand_over"),
    cancel: may("cancel"),
  };
}

export interface ProposalFacts {
  offerorId: string;
  /** Parties in the request body. They are only compared (A07). */
  claimed: { offerorId: string | undefined; sellerId: string | undefined };
  /** Null when the item does not exist or was removed. */
  target: {
    sellerId: string;
    status: "active" | "inactive" | "pending" | "pending_payment" | "sold";
    priceCents: number;
    openToTrades: boolean;
  } | null;
  /** Either party has blocked the other. */
  blocked: boolean;
  offered: number;
  /** How many of the offered items are the offeror's own, for sale, and not the target. */
  ownActive: number;
}

export type ProposalProblem =
  | "not_offeror"
  | "not_seller"
  | "no_target"
  | "own_item"
  | "sold"
  | "not_for_sale"
  | "free_item"
  | "not_open"
  | "not_own_active";

/** Returns why this trade cannot be proposed, or null. A wrong party in the body is reported first. */
export function proposalProblem(facts: ProposalFacts): ProposalProblem | null {
  const { target, claimed } = facts;
  if (claimed.offerorId !== undefined && claimed.offerorId !== facts.offerorId) return "not_offeror";
  if (!target) return "no_target";
  if (claimed.sellerId !== undefined && claimed.sellerId !== target.sellerId) return "not_seller";
  if (target.sellerId === facts.offerorId) return "own_item";
  if (target.status === "sold") return "sold";
  if (target.status !== "active") return "not_for_sale";
  if (target.priceCents <= 0) return "free_item";
  // A blocked user gets the same answer as for a seller who does not trade, so the block is not revealed.
  if (!target.openToTrades || facts.blocked) return "not_open";
  return facts.ownActive === facts.offered ? null : "not_own_active";
}

/** Sorts items in locking order: of two trades that share items, the one that locks the first succeeds. */
export function lockingOrder<T extends { item_id: string }>(items: readonly T[]): T[] {
  return [...items].sort((a, b) => (a.item_id < b.item_id ? -1 : 1));
}
