export { AddToCart } from "./cart/add-to-cart.tsx";

import { lazyDialog } from "../../ui/lazy-dialog.tsx";

export const CheckoutDialog = lazyDialog(() => import("./checkout-dialog.tsx"));
