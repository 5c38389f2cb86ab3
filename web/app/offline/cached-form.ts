/**
 * Which server replies may be cached on a device, how long, and in what form (decision 0011, A104). Each form lists its
 * fields or removes what must not be cached, so that no new field is cached by accident.
 */
import type { InfiniteData } from "@tanstack/react-query";
import type { SessionReply } from "#contract/account/auth";
import type { OwnProfile } from "#contract/account/profiles";
import type { ItemDetail, Photo } from "#contract/items";
import type { MessageView, ThreadsReply, ThreadView } from "#contract/messages";
import type { OrderView } from "#contract/orders";
import type { Page } from "#contract/page";
import { DAY_MS } from "#domain/deadlines";
import { isToCollect } from "#domain/orders/order-status";
import type { CachedReply } from "../../lib/offline-cache.ts";

export type Family = "session" | "item" | "order" | "orders" | "conversation" | "conversations" | "thread";

/** How many entries of each kind stay cached (the newest ones), and for how many days. */
export const LIMITS: Record<Family, { most: number; days: number }> = {
  session: { most: 1, days: 30 },
  item: { most: 50, days: 30 },
  order: { most: 50, days: 30 },
  orders: { most: 2, days: 30 },
  conversation: { most: 20, days: 14 },
  conversations: { most: 1, days: 14 },
  thread: { most: 20, days: 14 },
};

/** How long the address stays after the collection date. A cached copy cannot know that the order was cancelled. */
export const ADDRESS_RETENTION_MS = DAY_MS;
const THREAD_MESSAGES = 50;
const ITEM_PHOTOS = 8;

/** Returns the kind of a query; null when it is not cached. */
export function familyOf(key: readonly unknown[]): Family | null {
  const [area, what, id] = key;
  if (area === "session") return "session";
  if (area === "items" && what === "detail" && typeof id === "string") return "item";
  if (area === "orders" && what === "one") return "order";
  if (area === "orders" && what === "list") return "orders";
  if (area === "conversations" && what === "list") return "conversations";
  if (area === "conversations" && what === "one") return "conversation";
  if (area === "conversations" && what === "thread") return "thread";
  return null;
}

type OrderPages = InfiniteData<Page<OrderView>>;

interface ThreadLike {
  messages: readonly MessageView[];
  older: boolean;
}

/** Returns the form in which a reply is cached; null when it is not cached. */
export function cachedForm(key: readonly unknown[], data: unknown): unknown {
  switch (familyOf(key)) {
    case "session":
      return cachedSession(data as SessionReply);
    case "item":
      return cachedItem(data as ItemDetail);
    case "order":
      return cachedOrder(data as OrderView);
    case "orders":
      return firstPage(data as OrderPages, cachedOrder);
    case "conversations":
      return firstPage(data as InfiniteData<ThreadsReply>, (one: ThreadView) => one);
    case "conversation":
      return data;
    case "thread": {
      const { messages, older, ...rest } = data as ThreadLike;
      return { ...rest, messages: messages.slice(-THREAD_MESSAGES), older: older || messages.length > THREAD_MESSAGES };
    }
    case null:
      return null;
  }
}

/** Returns the part of a cached reply that may still be shown at this time; null when it is too old. */
export function displayableForm({ key, data, at }: CachedReply, now: number): unknown {
  const family = familyOf(key);
  // `abs`, because without it nothing would expire after the device's clock is set back.
  if (family === null || Math.abs(now - at) > LIMITS[family].days * DAY_MS) return null;
  if (family === "order") return withoutExpiredAddress(data as OrderView, now);
  if (family === "orders") {
    return firstPage(data as OrderPages, (order: OrderView) => withoutExpiredAddress(order, now));
  }
  return data;
}

/** Returns the replies to delete: those that have expired, and those beyond the limit of their kind. */
export function expiredReplies(replies: readonly CachedReply[], now: number): CachedReply[] {
  const count = new Map<Family, number>();
  return [...replies]
    .sort((a, b) => b.at - a.at)
    .filter((reply) => {
      const family = familyOf(reply.key);
      if (family === null || displayableForm(reply, now) === null) return true;
      const place = (count.get(family) ?? 0) + 1;
      count.set(family, place);
      return place > LIMITS[family].most;
    });
}

/** The signed-in user with the fields the screens need. No phone, address, bank account or wallet. */
function cachedSession(reply: SessionReply): SessionReply | null {
  const { user, profile, viewing } = reply;
  // Staff who impersonate a user must not cache that user's data (decision 0031).
  if (user === null || profile === null || viewing) return null;
  const withoutPrivateFields: OwnProfile = {
    ...profile,
    postcode: null,
    phone: null,
    collection_address: null,
    bank_details: null,
    crypto_wallet_addresses: {},
  };
  return { ...reply, profile: withoutPrivateFields };
}

/** Stores one photo size under all three URLs, so that any size the screen asks for is available. */
function cachedPhoto(photo: Photo, index: number): Photo {
  const url = index === 0 ? photo.url_800 : photo.url_400;
  return { id: photo.id, url, url_800: url, url_400: url, width: photo.width, height: photo.height };
}

/** The public item page, for its owner too, to be read only: nothing can be bought from it. */
function cachedItem(item: ItemDetail): ItemDetail {
  return {
    id: item.id,
    title: item.title,
    price: item.price,
    previous_price: item.previous_price,
    category: item.category,
    condition: item.condition,
    // A hold would have expired before the copy is read.
    status: item.status === "reserved" ? "active" : item.status,
    reserved_until: null,
    reserved_by_you: false,
    your_order: null,
    line_length: 0,
    line_place: null,
    your_turn: false,
    line_open: false,
    image: item.image && cachedPhoto(item.image, 0),
    image_url: item.image?.url_800 ?? null,
    seller_id: item.seller_id,
    seller: item.seller,
    suburb: item.suburb,
    city: item.city,
    negotiation_available: item.negotiation_available,
    giveaway: item.giveaway,
    offer_label: item.offer_label,
    offer_price: item.offer_price,
    centre: item.centre,
    views_count: item.views_count,
    created_at: item.created_at,
    description: item.description,
    tags: item.tags,
    photos: item.photos.slice(0, ITEM_PHOTOS).map(cachedPhoto),
    image_urls: [],
    location: item.location,
    collection_date: item.collection_date,
    collection_windows: item.collection_windows,
    collection_zone: item.collection_zone,
    collection_summary: item.collection_summary,
    seller_since: item.seller_since,
    seller_away_until: item.seller_away_until,
    seller_answer_time: item.seller_answer_time,
    seller_shows_up: item.seller_shows_up,
    seller_checks: item.seller_checks,
    popular_score: item.popular_score,
    open_to_offers: item.open_to_offers,
    cause: item.cause,
    accepted_payment_methods: item.accepted_payment_methods,
    updated_at: item.updated_at,
    version: item.version,
    abilities: { buy: false, edit: false, trade: false, offer: false },
    server_now: item.server_now,
  };
}

/** Keeps the collection ticket (code, QR code, and the revealed address) but no payment accounts (decision 0011). */
function cachedOrder(order: OrderView): OrderView {
  const money_back = order.money_back ? { ...order.money_back, account: null } : null;
  const cached = { ...order, bank_details: null, crypto: null, money_back };
  return isToCollect(order.status) ? cached : { ...withoutAddress(cached), handover: null };
}

function withoutExpiredAddress(order: OrderView, now: number): OrderView {
  // An address that was not revealed yet may be revealed by now; only the server knows it.
  const waits = order.collection_address === null && (order.collection_address_at ?? now) < now;
  return waits || now > order.collection_date + ADDRESS_RETENTION_MS ? withoutAddress(order) : order;
}

function withoutAddress(order: OrderView): OrderView {
  return {
    ...order,
    collection_address: null,
    collection_address_text: "You'll see the address here once you're back online",
    collection_address_at: null,
  };
}

function firstPage<T, P extends { items: T[]; next_cursor: string | null }>(
  { pages, pageParams }: InfiniteData<P>,
  form: (one: T) => T,
): InfiniteData<P> {
  return {
    pageParams: pageParams.slice(0, 1),
    pages: pages.slice(0, 1).map((page) => ({ ...page, items: page.items.map(form), next_cursor: null })),
  };
}

/** Returns the photo URLs of the cached replies; all other photos are deleted. */
export function photoUrlsOf(replies: readonly CachedReply[]): Set<string> {
  const urls = replies.flatMap(({ key, data }): (string | null)[] => {
    switch (familyOf(key)) {
      case "item": {
        const { photos, image_url } = data as ItemDetail;
        return [image_url, ...photos.map(({ url }) => url)];
      }
      case "order":
        return [(data as OrderView).item.image_url];
      case "orders":
        return (data as OrderPages).pages.flatMap(({ items }) => items.map(({ item }) => item.image_url));
      case "conversation":
        return [(data as ThreadView).item?.photo_url ?? null];
      default:
        return [];
    }
  });
  return new Set(urls.filter((url): url is string => url?.startsWith("/images/") ?? false));
}
