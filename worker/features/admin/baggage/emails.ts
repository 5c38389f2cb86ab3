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
      ? `You've paid for “${order.item_title}”, and the pickup date has passed. Have you picked it up?`
      : `“${order.item_title}” is paid for, and the pickup date has passed. Has the buyer picked it up?`;
  return {
    said,
    ...composeEmail({
      subject: `Was it picked up? ${order.item_title}`,
      name: displayName(side === "buyer" ? order.buyer_name : order.seller_name),
      paragraphs: [
        said,
        side === "buyer"
          ? "If you have it, confirm that on your order page. If not, message the seller to agree on another day. If they don't reply, let us know through Contact Support."
          : "If they have it, ask for the code on their order page and enter it on yours. If not, message them to agree on another day.",
      ],
      ...(origin !== "" && { action: { label: "View order", url: `${origin}/MyOrders/${order.id}` } }),
    }),
  };
}
