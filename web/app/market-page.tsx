import { lazy } from "react";
import MarketplaceScreen from "../features/market/marketplace-screen.tsx";

const loadCheckout = () => import("../features/checkout/checkout-dialog.tsx");
const checkout = {
  Dialog: lazy(loadCheckout),
  preload: () => void loadCheckout().catch(() => undefined),
};

const SaveSearch = lazy(() => import("../features/wishes/save-search.tsx"));

const DemoListings = lazy(() => import("./demo-listings.tsx"));

/** The marketplace with the checkout wizard its cards open: the one place where the two features meet. */
export default function MarketPage() {
  return <MarketplaceScreen checkout={checkout} demoListings={DemoListings} saveSearch={SaveSearch} />;
}
