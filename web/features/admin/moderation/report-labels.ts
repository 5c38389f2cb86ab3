import type { AdminReport, ReportOutcome, ReportReason, ReportSubject } from "#contract/safety";

export const SUBJECTS: Readonly<Record<ReportSubject, string>> = {
  item: "Listing",
  user: "User",
  message: "Message",
  conversation: "Conversation",
  review: "Rating",
  reply: "Reply to a rating",
  request: "Request",
  sale: "Moving sale",
};

export const REASONS: Readonly<Record<ReportReason | "shield" | "goods" | "deal", string>> = {
  scam: "Scam or fraud",
  off_platform: "Wants to deal elsewhere",
  prohibited: "Not allowed here",
  counterfeit: "Fake or stolen",
  misleading: "Not as described",
  offensive: "Offensive or hateful",
  harassment: "Harassment or threats",
  spam: "Spam",
  unsafe: "Dangerous or recalled",
  other: "Something else",
  shield: "Held by the filter",
  goods: "Goods to review",
  deal: "Was there a deal?",
};

const OUTCOMES = {
  released: { label: "Delivered", tone: "brand" },
  removed: { label: "Removed", tone: "hotSoft" },
  dismissed: { label: "Dismissed", tone: "neutral" },
  acted: { label: "Action taken", tone: "hotSoft" },
  withdrawn: { label: "Changed by the seller", tone: "neutral" },
} as const satisfies Record<ReportOutcome, { label: string; tone: string }>;

/** The outcomes of a listing or rating in review have their own names. */
export function outcomeOf({ kind, outcome }: Pick<AdminReport, "kind" | "outcome">) {
  if (outcome === null) return null;
  if (kind === "held_listing" && outcome === "released") return { ...OUTCOMES.released, label: "Approved" };
  if (kind === "held_listing" && outcome === "removed") return { ...OUTCOMES.removed, label: "Not approved" };
  if (kind === "held_rating" && outcome === "released") return { ...OUTCOMES.released, label: "Counts" };
  if (kind === "held_rating" && outcome === "removed") return { ...OUTCOMES.removed, label: "Doesn't count" };
  return OUTCOMES[outcome];
}
