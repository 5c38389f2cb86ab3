/** Reviews of listings whose goods may not be sold, or not at once (D63). They are stored among the reports. */
import { type SQL, sql } from "drizzle-orm";
import type { OwnListingReview } from "#contract/items";
import { type Refusal, refuse, refuseField } from "#domain/result";
import {
  blockedMessage,
  checkGoods,
  type GoodsMatch,
  type OfferedGoods,
  reviewMessage,
  wordsOfKey,
} from "#domain/safety/prohibited-goods/check";
import {
  approvedKeys,
  decideListing,
  type ListingDecision,
  type ListingReview,
  pendingReview,
  statusAfterEdit,
  wantsSale,
} from "#domain/safety/prohibited-goods/listing-review";
import { contactProblem } from "#domain/safety/public-texts";
import { type ListingColumns, NO_KNOWLEDGE } from "./columns.ts";
import type { ItemRow } from "./queries.ts";

const IN_REVIEW = "Our team is reviewing this listing. We'll let you know when it can go on sale.";

const NOT_APPROVED =
  "Our team didn't approve this listing. Edit what it offers, or ask for another review with a reason.";

/** Length of the copied text in the review queue; staff also see the whole listing. */
const EXCERPT_MAX = 1_000;

/** Returns the public texts of a listing. */
export function goodsOf({ item, knowledge }: Pick<ListingColumns, "item" | "knowledge">): OfferedGoods {
  const { title, description, tags, category } = item;
  const place = { suburb: item.suburb ?? "", city: item.city ?? "", location: item.location ?? "" };
  return { title, description, tags, category, public_notes: knowledge.public_notes, ...place };
}

/** Returns why a listing's texts may not give a contact, or null. Its seller can rephrase it at once. */
function contactRefusal({ public_notes, category: _, ...texts }: OfferedGoods): Refusal | null {
  const problem = contactProblem("items", texts) ?? contactProblem("item_knowledge", { public_notes });
  return problem && refuseField(problem.field, problem.message);
}

function blockedRefusal({ rule, field, key }: GoodsMatch): Refusal {
  const ways = `Take out “${wordsOfKey(key)}”, or ask for a review and say why it's fine to sell.`;
  return refuseField(field, `${blockedMessage(rule)} ${ways}`);
}

/** What a new or edited listing means for its reviews and its status. */
export interface ReviewPlan {
  goods: OfferedGoods;
  /** The review to open; null without one. */
  review: { keys: string[]; reason: string; thenOnSale: boolean } | null;
  /** The open review that ends. */
  withdrawn: ListingReview | null;
}

export interface EditPlan extends ReviewPlan {
  /** The status to ask of the room; undefined for no change. */
  status: "active" | "inactive" | undefined;
  /** The listing goes on sale once its new text is written, because the stored one may not be on sale. */
  saleLater: boolean;
}

interface Input {
  review_reason?: string | undefined;
  status?: "active" | "inactive" | undefined;
}

function planOf(
  decision: Exclude<ListingDecision, { kind: "blocked" }>,
  goods: OfferedGoods,
  thenOnSale: boolean,
  reason = "",
): ReviewPlan {
  return {
    goods,
    review: decision.kind === "review" ? { keys: decision.keys, reason, thenOnSale } : null,
    withdrawn: decision.kind === "kept" ? null : decision.withdrawn,
  };
}

/** Plans a new listing. One with a review starts off sale. */
export function planNew(
  goods: OfferedGoods,
  { review_reason: reason }: Input,
  thenOnSale = true,
): ReviewPlan | Refusal {
  const contact = contactRefusal(goods);
  if (contact) return contact;
  const decision = decideListing(checkGoods(goods), [], { changed: true, reason });
  if (decision.kind === "blocked") return blockedRefusal(decision.match);
  return planOf(decision, goods, thenOnSale, reason);
}

/** Plans an edit. */
export function planEdit(
  row: ItemRow,
  goods: OfferedGoods,
  { review_reason: reason, status: asked }: Input,
): EditPlan | Refusal {
  const reviews = readReviews(row.reviews);
  const changed = JSON.stringify(storedGoods(row)) !== JSON.stringify(goods);
  // A listing from before a rule can still get a new price.
  const contact = changed ? contactRefusal(goods) : null;
  if (contact) return contact;
  const decision = decideListing(checkGoods(goods, approvedKeys(reviews)), reviews, { changed, reason });
  if (decision.kind === "blocked") return blockedRefusal(decision.match);
  const wanted = wantsSale(reviews, asked, row.item.status);
  if (decision.kind === "kept" && asked === "active") return keptRefusal(row);
  return {
    ...planOf(decision, goods, wanted, reason),
    ...statusAfterEdit(decision.kind, asked, { wanted, storedRefused: saleRefusal(row) !== null }),
  };
}

/** Statements of a plan, for the batch of the listing. If `condition` is false, they change nothing. */
export function reviewStatements(
  { goods, review, withdrawn }: ReviewPlan,
  { id, itemId, sellerId }: { id: string; itemId: string; sellerId: string },
  condition: SQL,
  now: number,
): SQL[] {
  const excerpt = [goods.title, goods.description, goods.tags, goods.public_notes, goods.location]
    .filter((part) => part)
    .join("\n")
    .slice(0, EXCERPT_MAX);
  return [
    ...(withdrawn
      ? [
          sql`UPDATE reports SET status = 'decided', outcome = 'withdrawn', decided_at = ${now}
            WHERE id = ${withdrawn.id} AND status = 'open' AND ${condition}`,
        ]
      : []),
    ...(review
      ? [
          sql`INSERT INTO reports (id, kind, subject_type, subject_id, about_id, reason, details, excerpt, shield_reasons,
              then_on_sale, status, created_at)
            SELECT ${id}, 'held_listing', 'item', ${itemId}, ${sellerId}, 'goods', ${review.reason}, ${excerpt},
              ${JSON.stringify(review.keys)}, ${review.thenOnSale ? 1 : 0}, 'open', ${now}
            WHERE ${condition} ON CONFLICT DO NOTHING`,
        ]
      : []),
  ];
}

/** Reads the column `reviews` of an item. */
export function readReviews(json: string): ListingReview[] {
  const rows = JSON.parse(json) as {
    id: string;
    status: "open" | "decided";
    outcome: string | null;
    note: string | null;
    keys: string[];
    then_on_sale: number;
  }[];
  return rows.map(({ id, status, outcome, note, keys, then_on_sale }) => ({
    id,
    state:
      status === "open"
        ? "open"
        : outcome === "released"
          ? "approved"
          : outcome === "withdrawn"
            ? "withdrawn"
            : "refused",
    keys,
    then_on_sale: then_on_sale === 1,
    note,
  }));
}

/** Returns the latest review as the seller sees it. */
export function presentReview(reviews: readonly ListingReview[]): OwnListingReview | null {
  const [latest] = reviews;
  if (!latest) return null;
  const pending = pendingReview(reviews);
  return {
    state: latest.state,
    note: latest.state === "refused" ? latest.note : null,
    covered: [...approvedKeys(reviews), ...(pending?.keys ?? [])],
  };
}

function storedGoods({ item, knowledge }: ItemRow): OfferedGoods {
  return goodsOf({ item, knowledge: knowledge ?? NO_KNOWLEDGE });
}

/** Returns why a stored listing cannot be on sale, or null. */
export function saleRefusal(row: ItemRow): Refusal | null {
  const reviews = readReviews(row.reviews);
  const pending = pendingReview(reviews);
  if (pending?.state === "open") return refuse("wrong_state", IN_REVIEW);
  const contact = contactRefusal(storedGoods(row));
  if (contact) return refuse("wrong_state", contact.message);
  const [match] = checkGoods(storedGoods(row), approvedKeys(reviews)).matches;
  if (!match || match.answer === "note") return null;
  if (pending) return keptRefusal(row);
  if (match.answer === "block") return refuse("wrong_state", blockedMessage(match.rule));
  return refuse("wrong_state", `${reviewMessage(match.rule)} Edit and save the listing to send it to them.`);
}

/** Refuses to put a listing on sale that is in review, or was refused. */
function keptRefusal(row: ItemRow): Refusal {
  const open = pendingReview(readReviews(row.reviews))?.state === "open";
  return refuse("wrong_state", open ? IN_REVIEW : NOT_APPROVED);
}
