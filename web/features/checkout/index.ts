export { AddToCart } from "./cart/add-to-cart.tsx";
export { useCartCount } from "./cart/cart.ts";

import { lazyDialog } from "../../ui/lazy-dialog.tsx";

export const CheckoutDialog = lazyDialog(() => import("./checkout-dialog.tsx"));
