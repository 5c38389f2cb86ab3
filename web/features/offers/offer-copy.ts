import type { PriceOfferView } from "#contract/offers";
import { HOLIDAY_ZONE } from "#domain/selling/holiday";
import { formatDateTime, formatDay, formatDollars } from "../../lib/format.ts";

/** Returns the state of an offer as its viewer reads it: a title, and what happens next. */
export function offerState(offer: PriceOfferView): { title: string; next: string } {
  const amount = formatDollars(offer.amount);
  const until = formatDateTime(offer.expires_at);
  const yours = offer.role === offer.turn;
  const buyer = offer.role === "buyer";
  const away = awayText(offer);
  const [first = ""] = offer.other.display_name.split(" ");
  switch (offer.status) {
    case "open":
      if (buyer) {
        return yours
          ? { title: `Counter-offer: ${amount}`, next: away ?? `Answer by ${until}.` }
          : {
              title: `Your offer: ${amount}`,
              next: `${offer.other.display_name}, or a limit ${first} has set, answers by ${until}.`,
            };
      }
      return yours
        ? { title: `Offer: ${amount}`, next: away ?? `Answer by ${until}.` }
        : { title: `Your counter-offer: ${amount}`, next: `Waiting for ${offer.other.display_name} until ${until}.` };
    case "accepted":
      return {
        title: `Agreed at ${amount}`,
        next: buyer ? `Held for you until ${until}.` : `Held for ${offer.other.display_name} until ${until}.`,
      };
    case "declined":
      return declined(offer, amount);
    case "withdrawn":
      return { title: `Withdrawn: ${amount}`, next: "" };
    case "expired":
      return { title: `Expired: ${amount}`, next: "It wasn't answered within 24 hours." };
    case "void":
      return { title: `Ended: ${amount}`, next: "The item was sold, changed or taken down." };
    case "lapsed":
      return { title: `Not bought in time: ${amount}`, next: "The agreed price has ended." };
    case "bought":
      return { title: `Bought after an offer of ${amount}`, next: "" };
  }
}

/** The seller learns what their limit declined. The buyer reads one sentence for both, which tells no limit (D93). */
function declined({ role, ended_by, other }: PriceOfferView, amount: string): { title: string; next: string } {
  if (role === "seller") {
    return { title: `Declined: ${amount}`, next: ended_by === "limit" ? "Declined by the limit you've set." : "" };
  }
  const by = ended_by === "buyer" ? "" : `Declined by ${other.display_name} or by a limit they've set. `;
  return { title: `Declined: ${amount}`, next: `${by}You can still buy it at the listed price.` };
}

/** Says why nobody can accept while the seller is on holiday (D60); null otherwise. */
function awayText({ role, seller_away_until, other }: PriceOfferView): string | null {
  if (seller_away_until === null) return null;
  const back = formatDay(seller_away_until, HOLIDAY_ZONE);
  return role === "seller"
    ? `You're on holiday until ${back}. To accept or counter, end your holiday in your settings.`
    : `${other.display_name} is on holiday until ${back}, so you can't accept for now.`;
}
