import { lazy } from "react";
import ItemDetailScreen from "../features/items/item-page/item-detail-screen.tsx";

const loadCheckout = () => import("../features/checkout/checkout-dialog.tsx");
const checkout = {
  Dialog: lazy(loadCheckout),
  preload: () => void loadCheckout().catch(() => undefined),
};

/** Loaded only for items that accept offers. */
const Chat = lazy(() => import("../features/negotiation/chat-panel.tsx"));

/** Loaded late, because it is below the price and the buy buttons. */
const Actions = lazy(() => import("../features/items/item-page/item-actions.tsx"));

/** The item page with its checkout and negotiation. Features do not import each other, so they are combined here. */
export default function ItemPage() {
  return <ItemDetailScreen checkout={checkout} chat={Chat} actions={Actions} />;
}
