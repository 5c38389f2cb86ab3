import { displayName } from "#domain/account/display-name";
import { composeEmail, type Email } from "../../notifications/email/emails.ts";

interface Uncollected {
  id: string;
  item_title: string;
  buyer_name: string;
  seller_name: string;
}

/** Returns the email that asks one party of a paid order whether the item was collected. */
export function uncollectedEmail(
  order: Uncollected,
  side: "buyer" | "seller",
  origin: string,
): Email & { said: string } {
  const said =
    side === "buyer"
      ? `You have paid for “${order.item_title}”, and the day of collection is past. Have you collected it?`
      : `“${order.item_title}” is paid for, and the day of collection is past. Has the buyer collected it?`;
  return {
    said,
    ...composeEmail({
      subject: `Was it collected? ${order.item_title}`,
      name: displayName(side === "buyer" ? order.buyer_name : order.seller_name),
      paragraphs: [
        said,
        side === "buyer"
          ? "If you have it, press “I've picked it up” on your order page. If not, write to the seller and agree on another day; if they do not answer, tell us through Contact Support."
          : "If they have it, ask for the code on their order page and enter it on yours. If not, write to them and agree on another day.",
      ],
      ...(origin !== "" && { action: { label: "Open the order", url: `${origin}/MyOrders/${order.id}` } }),
    }),
  };
}
