import { lazy } from "react";
import ItemDetailScreen from "../features/item/item-detail-screen.tsx";

const loadCheckout = () => import("../features/checkout/checkout-dialog.tsx");
const checkout = {
  Dialog: lazy(loadCheckout),
  preload: () => void loadCheckout().catch(() => undefined),
};

/** Fetched for items that are open to offers alone. */
const Chat = lazy(() => import("../features/knowzee/chat-panel.tsx"));

/** Below the first thing anybody looks for, which is the price and the way to buy. */
const Actions = lazy(() => import("./item-actions.tsx"));

/** The item's page with the checkout and the negotiation it opens: the one place where these features meet. */
export default function ItemPage() {
  return <ItemDetailScreen checkout={checkout} chat={Chat} actions={Actions} />;
}
