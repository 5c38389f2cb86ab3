/** Creates, changes and ends special offers. Their effect on prices is defined in `#domain/checkout/pricing` (D25). */

import { MESSAGES } from "#contract/copy";
import type { ChangeOfferValue, NewOfferValue, OwnOffer } from "#contract/selling/offers";
import { type Refusal, refuse } from "#domain/result";
import { OFFERS_MAX, offerProblems } from "#domain/selling/offer-rules";
import { type OfferType, offerTerms } from "#domain/selling/special-offers";
import type { Services } from "../../../services.ts";
import {
  findOwnItems,
  insertOffer,
  listOwnOffers,
  presentOwnOffer,
  type SavedOffer,
  updateOffer,
} from "./own-offers.ts";

type Outcome = { ok: true; offer: OwnOffer } | Refusal;

interface Draft {
  title: string;
  description: string;
  offer_type: OfferType;
  config: Readonly<Record<string, unknown>>;
  is_active: boolean;
  ends_at: number | null;
}

/** Creates a special offer on the seller's own items. A repeat with the same id returns the same offer. */
export async function createOffer(
  services: Services,
  sellerId: string,
  id: string,
  input: NewOfferValue,
): Promise<Outcome> {
  const { env, now } = services;
  const itemIds = [...new Set(input.item_ids)];
  const prices = await pricesOf(services, sellerId, itemIds);
  if (!prices.ok) return prices;
  const { title, offer_type, config, description = "", is_active = true, ends_at = null } = input;
  const checked = check(
    id,
    sellerId,
    { title, description, offer_type, config, is_active, ends_at },
    prices.cents,
    now(),
  );
  if (!checked.ok) return checked;
  const kept = await insertOffer(env.DB, checked.saved, itemIds, { offers: OFFERS_MAX, now: now() });
  if (!kept) return refuse("conflict", `You can keep ${OFFERS_MAX} offers. Please delete one you no longer need.`);
  return found(services, sellerId, id);
}

export async function changeOffer(
  services: Services,
  sellerId: string,
  id: string,
  input: ChangeOfferValue,
): Promise<Outcome> {
  const { db, env, now } = services;
  const [row] = await listOwnOffers(db, sellerId, id);
  if (!row) return refuse("not_found", MESSAGES.notFound);
  const itemIds = input.item_ids && [...new Set(input.item_ids)];
  // Items that were sold since they were added stay part of the offer.
  const already = new Set(row.items.map((item) => item.id));
  const prices = itemIds
    ? await pricesOf(services, sellerId, itemIds, already)
    : { ok: true as const, cents: row.items.map((item) => item.price_cents) };
  if (!prices.ok) return prices;
  const draft: Draft = {
    title: input.title ?? row.title,
    description: input.description ?? row.description,
    offer_type: input.offer_type ?? row.offer_type,
    config: input.config ?? row.config,
    is_active: input.is_active ?? row.is_active,
    ends_at: input.ends_at === undefined ? row.ends_at : input.ends_at,
  };
  const checked = check(id, sellerId, draft, prices.cents, now());
  if (!checked.ok) return checked;
  if (!(await updateOffer(env.DB, checked.saved, itemIds))) return refuse("not_found", MESSAGES.notFound);
  return found(services, sellerId, id);
}

/**
 * Returns the list prices of the seller's items that may be in an offer; any other item refuses the whole offer (A51).
 */
async function pricesOf(
  { db }: Services,
  sellerId: string,
  itemIds: readonly string[],
  already: ReadonlySet<string> = new Set(),
): Promise<{ ok: true; cents: number[] } | Refusal> {
  const items = await findOwnItems(db, sellerId, itemIds);
  const wrong = (message: string) => refuse("invalid", message, { fields: [{ field: "item_ids", message }] });
  if (items.length < itemIds.length) return wrong("You can only offer your own listings.");
  const added = items.filter((item) => !already.has(item.id));
  if (added.some((item) => item.status === "sold")) return wrong("One of these items has been sold.");
  if (added.some((item) => item.price_cents === 0)) return wrong("A free item has no price to take anything off.");
  return { ok: true, cents: items.map((item) => item.price_cents) };
}

function check(
  id: string,
  seller_id: string,
  draft: Draft,
  prices: readonly number[],
  now: number,
): { ok: true; saved: SavedOffer } | Refusal {
  const terms = offerTerms(draft.offer_type, draft.config);
  // A paused offer only has to be valid: it may lack items, and pausing is never refused.
  const fields = terms !== null && !draft.is_active ? [] : offerProblems({ ...draft, prices }, now);
  const [first] = fields;
  if (first || terms === null) return refuse("invalid", first?.message ?? MESSAGES.valuesChanged, { fields });
  const { title, description, offer_type, is_active, ends_at } = draft;
  return { ok: true, saved: { id, seller_id, title, description, offer_type, terms, is_active, ends_at } };
}

async function found({ db, now }: Services, sellerId: string, id: string): Promise<Outcome> {
  const [row] = await listOwnOffers(db, sellerId, id);
  return row ? { ok: true, offer: presentOwnOffer(row, now()) } : refuse("not_found", MESSAGES.notFound);
}
