/** Maps price offers (D52) to D1 rows, to the events in the thread of the two, and to notifications. */
import { type SQL, sql } from "drizzle-orm";
import { centsToDollars, formatCents } from "#domain/money";
import { type OfferParty, type PriceOffer, type PriceOfferEvent, toldEnder } from "#domain/offers/price-offer";
import { insertNotifications } from "../../worker/db/notifications.ts";
import { priceOffers } from "../../worker/db/schema/offers.ts";
import { type Row, storedRow } from "../../worker/db/stored-row.ts";
import { upsert } from "../../worker/db/upsert.ts";
import { isOfferUnprojected, type RoomState } from "./state.ts";

/** Returns the query for the item's live offers, each read with `offerFromRow`. */
export function liveOffersQuery(itemId: string): SQL {
  return sql`SELECT * FROM price_offers WHERE item_id = ${itemId} AND status IN ('open', 'accepted')`;
}

export function offerOfBuyerQuery(itemId: string, buyerId: string): SQL {
  return sql`SELECT * FROM price_offers WHERE item_id = ${itemId} AND buyer_id = ${buyerId}`;
}

export function offerFromRow(row: Row): PriceOffer {
  return { ...storedRow(priceOffers, row), events: [] };
}

/**
 * Returns the statements for every offer that D1 has not received. Ended offers come before the accepted one, which the
 * unique index of one accepted offer per item would refuse otherwise.
 */
export function priceOfferRows(state: RoomState): SQL[] {
  return unprojected(state).flatMap((offer) => [
    waitingReminder(offer),
    offerRow(offer),
    ...newEvents(state, offer).flatMap((event) => [...threadRow(offer, event), ...notificationRows(offer, event)]),
  ]);
}

/** Returns the users whom the projection of this state notifies. */
export function notifiedOfOffers(state: RoomState): string[] {
  const users = unprojected(state).flatMap((offer) =>
    newEvents(state, offer).flatMap((event) => noticesOf(offer, event).map(({ to }) => userOf(offer, to))),
  );
  return [...new Set(users)];
}

function unprojected(state: RoomState): PriceOffer[] {
  const offers = (state.offers ?? []).filter((offer) => isOfferUnprojected(state, offer));
  return [
    ...offers.filter(({ status }) => status !== "accepted"),
    ...offers.filter(({ status }) => status === "accepted"),
  ];
}

function newEvents(state: RoomState, offer: PriceOffer): PriceOfferEvent[] {
  const seen = state.outbox.offer_revs?.[offer.id] ?? 0;
  return offer.events.filter(({ rev }) => rev > seen);
}

/**
 * Stops the reminder about the offer as D1 still has it, if it waits for the end of quiet hours: it would be untrue
 * then. Runs before the offer's row.
 */
function waitingReminder({ id, rev }: PriceOffer): SQL {
  return sql`UPDATE notifications SET next_at = NULL FROM price_offers o
    WHERE o.id = ${id} AND o.rev < ${rev} AND notifications.id = 'ntf_' || substr(o.id, 5) || 'r' || o.rev`;
}

function offerRow(offer: PriceOffer): SQL {
  const { id, item_id, buyer_id, seller_id, created_at, events: _events, ...changing } = offer;
  return upsert(
    priceOffers,
    { id, item_id, buyer_id, seller_id, created_at },
    changing,
    sql`excluded.rev > price_offers.rev`,
  );
}

/**
 * Adds the event to the thread of the two, which the Worker opened with the offer. An order has events of its own. Both
 * read it, and both can export it, so it says what the buyer may know.
 */
function threadRow(offer: PriceOffer, { rev, kind, by, amount_cents, at }: PriceOfferEvent): SQL[] {
  if (kind === "bought") return [];
  const told = kind === "declined" ? toldEnder(by, "buyer") : by;
  const event = JSON.stringify({
    subject: "offer",
    id: offer.id,
    kind,
    by: told,
    amount: centsToDollars(amount_cents),
  });
  return [
    sql`INSERT OR IGNORE INTO messages (id, conversation_id, seq, kind, event, at)
      SELECT ${`msg_${tail(offer)}p${rev}`}, c.id,
        coalesce((SELECT max(m.seq) FROM messages m WHERE m.conversation_id = c.id), 0) + 1, 'event', ${event}, ${at}
      FROM conversations c WHERE c.low_id = min(${offer.buyer_id}, ${offer.seller_id})
        AND c.high_id = max(${offer.buyer_id}, ${offer.seller_id}) AND c.item_id = ${offer.item_id}`,
  ];
}

interface Notice {
  to: OfferParty;
  title: string;
  /** Follows the item's title. */
  body: string;
}

/** One sentence for a seller's decline and for a limit's, so that buyers can't tell which it was (D93). */
const DECLINED_BY = "By the seller or by a limit they've set.";

/** Returns whom an event is news to. */
function noticesOf(offer: PriceOffer, { kind, by, amount_cents }: PriceOfferEvent): Notice[] {
  const amount = formatCents(amount_cents);
  const other = by === "buyer" ? "seller" : "buyer";
  switch (kind) {
    case "offered": {
      // The seller asked not to be bothered with offers below their limit.
      if (offer.decline_at !== null) return [];
      const percent = Math.round((amount_cents * 100) / offer.list_cents);
      return [
        { to: "seller", title: `Offer: ${amount}`, body: `That's ${percent}% of your price. Answer within 24 hours.` },
      ];
    }
    case "countered":
      return [{ to: "buyer", title: `Counter-offer: ${amount}`, body: "Answer within 24 hours." }];
    case "accepted":
      return other === "buyer"
        ? [{ to: "buyer", title: `Offer accepted: ${amount}`, body: "We're holding it for you. Check out to buy it." }]
        : [{ to: "seller", title: `Counter-offer accepted: ${amount}`, body: "We're holding it for the buyer." }];
    case "declined":
      return other === "buyer"
        ? [
            {
              to: "buyer",
              title: `Offer declined: ${amount}`,
              body: `${DECLINED_BY} You can still buy it at the listed price.`,
            },
          ]
        : [{ to: "seller", title: `Counter-offer declined: ${amount}`, body: "It's still on sale." }];
    case "expired":
      return [
        offer.turn === "seller"
          ? { to: "buyer", title: `Offer expired: ${amount}`, body: "The seller didn't answer in time." }
          : { to: "seller", title: `Counter-offer expired: ${amount}`, body: "The buyer didn't answer in time." },
      ];
    case "withdrawn":
      if (offer.accepted_id === null) return [];
      return [{ to: "seller", title: "The buyer changed their mind", body: "It's back on sale." }];
    case "lapsed":
      return [
        {
          to: "buyer",
          title: `Your price has ended: ${amount}`,
          body: "It wasn't bought in time, so it's back on sale.",
        },
        { to: "seller", title: `Not bought at ${amount}`, body: "The buyer ran out of time, so it's back on sale." },
      ];
    case "void":
      return [{ to: "buyer", title: `Your offer has ended: ${amount}`, body: "It was sold, changed or taken down." }];
    case "bought":
      return [];
  }
}

function notificationRows(offer: PriceOffer, event: PriceOfferEvent): SQL[] {
  return noticesOf(offer, event).map(({ to, title, body }) => {
    const user = userOf(offer, to);
    const link = to === "seller" ? "/PriceOffers" : `/ItemDetail/${offer.item_id}`;
    return insertNotifications(sql`items i WHERE i.id = ${offer.item_id}`, {
      id: `ntf_${tail(offer)}${to.charAt(0)}${event.rev}`,
      user_id: user,
      kind: "offer",
      dedupe_key: `price-offer:${offer.id}:${event.rev}`,
      title,
      body: sql`i.title || '. ' || ${body}`,
      link,
      at: event.at,
    });
  });
}

function userOf(offer: PriceOffer, party: OfferParty): string {
  return party === "buyer" ? offer.buyer_id : offer.seller_id;
}

function tail({ id }: PriceOffer): string {
  return id.slice(id.indexOf("_") + 1);
}
