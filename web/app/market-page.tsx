import { lazy } from "react";
import MarketplaceScreen from "../features/items/marketplace/marketplace-screen.tsx";

const loadCheckout = () => import("../features/checkout/checkout-dialog.tsx");
const checkout = {
  Dialog: lazy(loadCheckout),
  preload: () => void loadCheckout().catch(() => undefined),
};

const SaveSearch = lazy(() => import("../features/wishlists/save-search.tsx"));

const DemoListings = lazy(() => import("./demo-listings.tsx"));

/**
 * The marketplace with the checkout that its cards open. Features do not import each other, so they are combined here.
 */
export default function MarketPage() {
  return <MarketplaceScreen checkout={checkout} demoListings={DemoListings} saveSearch={SaveSearch} />;
}
