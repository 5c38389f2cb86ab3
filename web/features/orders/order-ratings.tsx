import type { OrderView } from "#contract/orders";
import { OrderRatingsPanel } from "./ratings/order-ratings-panel.tsx";

/** Ratings of a completed order, and the viewer's rating form (D43). */
export function OrderRatings({ order }: { order: OrderView }) {
  return (
    <OrderRatingsPanel
      deal={order.status === "completed" ? order.id : null}
      person={order.counterparty.display_name}
      rates={order.role === "buyer" ? "seller" : "buyer"}
      itemTitle={order.item.title}
      trade={order.trade_id !== undefined}
    />
  );
}
