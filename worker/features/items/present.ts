/** Maps items to what each audience may see, field by field (D4). A row is never returned directly. */
import { entityFields } from "#contract/entity-fields";
import type { Cause, ItemCard, ItemDetail, ItemLiveStatus, OwnItem } from "#contract/items";
import { checksOf } from "#domain/account/checks";
import { priceFor } from "#domain/checkout/pricing";
import { isWaitlistEntryId, positionOf, WAITLIST_MAX } from "#domain/holds/waitlist";
import { availabilityOf, isEditable, splitTags } from "#domain/items/listing";
import { centsToDollars } from "#domain/money";
import { collectionSummary } from "#domain/orders/collection";
import { nextCollection, openWindows } from "#domain/orders/collection-windows";
import { showsUp } from "#domain/orders/showing-up";
import { pick } from "#domain/pick";
import { pointOf } from "#domain/places/distance";
import { abnText } from "#domain/selling/abn";
import { awayUntil } from "#domain/selling/holiday";
import type { Ctx } from "../../http/context.ts";
import { HIDDEN } from "../../http/impersonation.ts";
import { presentSellerSummary } from "../account/profiles/present.ts";
import { type CardRow, readOffers } from "./cards.ts";
import { presentReview, readReviews } from "./goods-review.ts";
import type { ItemRow, StatusRow } from "./queries.ts";

/** The viewer and the time of a request. */
export interface RequestContext {
  /** Null for a visitor. */
  viewerId: string | null;
  now: number;
}

/** Returns the viewer and the time of this request. */
export function requestContext(c: Ctx): RequestContext {
  return { viewerId: c.get("actor")?.id ?? null, now: c.get("services").now() };
}

const dollarsOrNull = (cents: number | null) => (cents === null ? null : centsToDollars(cents));

/** Returns the price to strike out in dollars; null without one that may still be shown (D95). */
function previousPrice({ previous_price_cents: cents, previous_price_until: until }: CardRow, now: number) {
  return until !== null && until > now ? dollarsOrNull(cents) : null;
}

export function presentCard(row: CardRow, { viewerId, now }: RequestContext): ItemCard {
  const { status, reserved_until, reserved_by_you } = availabilityOf(row, viewerId, now);
  const offer = status === "sold" ? null : priceFor(row.price_cents, row.offers, now);
  return {
    ...entityFields("items", "everyone", row),
    price: centsToDollars(row.price_cents),
    previous_price: previousPrice(row, now),
    status,
    reserved_until,
    reserved_by_you,
    image: row.photo,
    image_url: row.photo?.url ?? null,
    line_length: row.line_length,
    seller: presentSellerSummary(row.seller),
    suburb: row.suburb,
    city: row.city,
    negotiation_available: row.negotiation_available,
    giveaway: status === "sold" ? null : row.giveaway,
    offer_label: offer?.label ?? null,
    offer_price: offer === null || offer.percent_off === null ? null : centsToDollars(offer.charged_cents),
    centre: pointOf(row),
    created_at: row.relisted_at ?? row.created_at,
  };
}

/** Returns the cause of a giveaway, with its ABN formatted. */
export function presentCause({ kind, name, abn }: Cause): Cause {
  return { kind, name, abn: abn === null ? null : abnText(abn) };
}

/** Returns the public detail page of an item. */
export function presentDetail({ item, seller, offers, cause, buyer_id }: ItemRow, context: RequestContext): ItemDetail {
  const line = item.line ?? [];
  const place = positionOf(line, context.viewerId);
  const card = presentCard(
    { ...item, line_length: line.length, photo: item.photos[0] ?? null, seller, offers: readOffers(offers) },
    context,
  );
  const owner = context.viewerId === item.seller_id;
  const away = awayUntil(seller.away_until, context.now);
  const yourOrder = context.viewerId !== null && buyer_id === context.viewerId ? item.order_id : null;
  return {
    ...card,
    line_place: place,
    line_open:
      !owner &&
      item.giveaway === null &&
      yourOrder === null &&
      place === null &&
      line.length < WAITLIST_MAX &&
      (card.status === "pending_payment" || (card.status === "reserved" && !card.reserved_by_you)),
    your_turn: card.reserved_by_you && isWaitlistEntryId(item.hold_id),
    your_order: yourOrder,
    // The page of an item that was given away still says how.
    giveaway: item.giveaway,
    ...pick(item, "description", "photos", "location", "collection_zone", "popular_score", "open_to_offers"),
    ...pick(item, "updated_at", "version"),
    tags: splitTags(item.tags),
    image_urls: item.photos.map((photo) => photo.url),
    collection_date: nextCollection(item, context.now),
    collection_windows: openWindows(item.collection_windows, context.now),
    collection_summary: collectionSummary(item),
    seller_since: seller.created_at,
    seller_away_until: away,
    seller_answer_time: seller.answer_time,
    seller_shows_up: showsUp(seller),
    seller_checks: checksOf(seller),
    // A cause only applies while the item is free.
    cause: item.price_cents === 0 && cause ? presentCause(cause) : null,
    accepted_payment_methods: seller.accepted_payment_methods,
    abilities: {
      buy: !owner && ((card.status === "active" && away === null && item.giveaway === null) || card.reserved_by_you),
      edit: owner && isEditable(item.status),
      trade:
        context.viewerId !== null &&
        !owner &&
        seller.open_to_trades &&
        away === null &&
        item.price_cents > 0 &&
        (card.status === "active" || card.status === "reserved"),
      offer:
        !owner &&
        away === null &&
        item.open_to_offers &&
        item.price_cents > 0 &&
        (card.status === "active" || card.status === "reserved" || card.status === "pending_payment"),
    },
    server_now: context.now,
  };
}

/** Returns the owner's view: the only one with minimum price, notes, address and postcode. */
export function presentOwn(row: ItemRow, context: RequestContext): OwnItem {
  const { item, knowledge } = row;
  return {
    ...presentDetail(row, context),
    minimum_price: dollarsOrNull(knowledge?.minimum_price_cents ?? null),
    negotiation_enabled: knowledge?.negotiation_enabled ?? false,
    negotiation_notes: knowledge?.negotiation_notes ?? "",
    public_notes: knowledge?.public_notes ?? "",
    decline_below: dollarsOrNull(knowledge?.decline_below_cents ?? null),
    collection_address: item.collection_address,
    postcode: item.postcode,
    review: presentReview(readReviews(row.reviews)),
  };
}

/** Removes private fields from the owner's view. For staff who impersonate the owner. */
export function withoutOwnSecrets(item: OwnItem): OwnItem {
  return {
    ...item,
    minimum_price: null,
    decline_below: null,
    negotiation_notes: "",
    collection_address: item.collection_address && HIDDEN,
  };
}

/** Returns one entry of a grid's status call. */
export function presentStatus(row: StatusRow, { viewerId, now }: RequestContext): ItemLiveStatus {
  return {
    id: row.id,
    ...availabilityOf(row, viewerId, now),
    price: centsToDollars(row.price_cents),
    line_length: row.line_length,
  };
}
