/** Texts by which buyers recognise a card payment: on their bank statement, in Stripe's receipt and in its dashboard. */
import { orderNumber } from "../orders/order-number.ts";

export interface CardStatement {
  description: string;
  /** Follows the operator's name on the statement; Stripe shows 22 characters of both. */
  statement_descriptor_suffix: string;
}

/** Stripe's limit of a description is 1,000 characters; dashboards show the beginning. */
const DESCRIPTION_MAX = 200;

/** Returns the texts of a payment for orders, by the number of the first and the title of each item. */
export function orderStatement(siteName: string, orders: readonly { id: string; item_title: string }[]): CardStatement {
  const number = orderNumber(orders[0]?.id ?? "");
  const titles = orders.map(({ item_title }) => item_title).join(", ");
  return {
    description: `${siteName} order ${number}: ${titles}`.slice(0, DESCRIPTION_MAX),
    statement_descriptor_suffix: number,
  };
}

export function topupStatement(siteName: string): CardStatement {
  return { description: `${siteName} ad credit`, statement_descriptor_suffix: "AD CREDIT" };
}
