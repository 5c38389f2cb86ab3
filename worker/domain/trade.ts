/**
 * Trades (D39): a few things of one person, and perhaps some money, for one thing of another. Pure: a trade, a step and
 * the clock in, the changed columns out. Who locks which item, and how, is not decided here.
 */

const DAY_MS = 24 * 60 * 60_000;

/** Until an offer ends by itself, and until a trade of which one party said that it took place may be called off. */
export const TRADE_OPEN_MS = 7 * DAY_MS;

export type TradeRole = "offeror" | "seller";

type TradeParty = TradeRole | "either" | "service";

/**
 * Who takes a trade from where to where. `lock` and `unlock` frame the acceptance, during which the
 * trade is still proposed. `hand_over` completes it only when the other has said so too.
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
/** What a person does to a trade. */
export type TradeStep = "accept" | "decline" | "withdraw" | "hand_over" | "cancel";

/** The columns of a trade that its steps look at and change. */
export interface TradeFacts {
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
  /** The other party's to do. */
  | "wrong_party"
  /** It has moved on. */
  | "wrong_state"
  /** Nobody answered in time. */
  | "expired"
  /** It is being accepted this very moment. */
  | "busy"
  /** One of the two has said that it took place, and seven days have not passed since it was accepted. */
  | "too_early";

/** `changed` null: what was asked for is so already. */
export type TradeDecision =
  | { ok: true; changed: Partial<TradeFacts> | null }
  | { ok: false; reason: TradeRefusalReason; until?: number };

/** What a step of this party does to the trade. `accept` here is its last part: every item is locked. */
export function decideTrade(trade: TradeFacts, step: TradeStep, role: TradeRole, now: number): TradeDecision {
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

/** A step that was taken before, repeated by the one who took it: the same answer again. */
function isDone(trade: TradeFacts, step: TradeStep, role: TradeRole): boolean {
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
 * From when either may call off an accepted trade; null for any other. Once one of them has said that it took place, the other
 * may only do so later: otherwise somebody could take an item home and call the trade off.
 */
export function cancelFrom(
  trade: Pick<TradeFacts, "status" | "accepted_at" | "offeror_handed_over_at" | "seller_handed_over_at">,
): number | null {
  if (trade.status !== "accepted" || trade.accepted_at === null) return null;
  const saidDone = trade.offeror_handed_over_at !== null || trade.seller_handed_over_at !== null;
  return saidDone ? trade.accepted_at + TRADE_OPEN_MS : trade.accepted_at;
}

/** Staff call off an accepted trade without waiting; null for any other, which has nothing to call off. */
export function decideCallOff(
  trade: Pick<TradeFacts, "status">,
  now: number,
): { status: "failed"; closed_at: number } | null {
  return trade.status === "accepted" ? { status: TRADE_GRAPH.accepted.cancel.to, closed_at: now } : null;
}

/** What this party may do now. Repeats are harmless, but no buttons. */
export function tradeAbilities(trade: TradeFacts, role: TradeRole, now: number): Record<TradeStep, boolean> {
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

/** What the server knows of a proposal's parts when it arrives. */
export interface ProposalFacts {
  offerorId: string;
  /** What the body says, if anything: it has no say (A07). */
  claimed: { offerorId: string | undefined; sellerId: string | undefined };
  /** Null when there is no such thing, or its seller took it away. */
  target: {
    sellerId: string;
    status: "active" | "inactive" | "pending" | "pending_payment" | "sold";
    priceCents: number;
    openToTrades: boolean;
  } | null;
  /** Either of the two has blocked the other. */
  blocked: boolean;
  offered: number;
  /** How many of them are the offeror's own and for sale, other than the target. */
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

/** Why this cannot be proposed, or null. What the body claims comes first: it is wrong whatever else is right. */
export function proposalProblem(facts: ProposalFacts): ProposalProblem | null {
  const { target, claimed } = facts;
  if (claimed.offerorId !== undefined && claimed.offerorId !== facts.offerorId) return "not_offeror";
  if (!target) return "no_target";
  if (claimed.sellerId !== undefined && claimed.sellerId !== target.sellerId) return "not_seller";
  if (target.sellerId === facts.offerorId) return "own_item";
  if (target.status === "sold") return "sold";
  if (target.status !== "active") return "not_for_sale";
  if (target.priceCents <= 0) return "free_item";
  // Whoever is blocked is told what everybody is told whom this seller does not trade with.
  if (!target.openToTrades || facts.blocked) return "not_open";
  return facts.ownActive === facts.offered ? null : "not_own_active";
}

/** In the order in which items are locked: of two trades that share some, the one that gets the first goes on. */
export function lockingOrder<T extends { item_id: string }>(items: readonly T[]): T[] {
  return [...items].sort((a, b) => (a.item_id < b.item_id ? -1 : 1));
}
