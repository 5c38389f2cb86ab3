import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ShoppingCart } from "lucide-react";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { MESSAGES } from "#contract/copy";
import { holdLength } from "#domain/holds/hold-length";
import { ApiError, type ApiErrorCode } from "../../../lib/api-client.ts";
import { useSession } from "../../../lib/session.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { type ToastInput, toast } from "../../../ui/toast.tsx";
import { addToCart, CART_KEY, showCartCount } from "./cart.ts";

interface AddToCartProps {
  itemId: string;
  size?: "md" | "lg";
  block?: boolean;
  /** Called when the viewer holds the item. */
  onAdded?: () => void;
}

/** Add to Cart button: holds the item, then links to the cart. */
export function AddToCart({ itemId, size = "md", block = false, onAdded }: AddToCartProps) {
  const session = useSession();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  const [added, setAdded] = useState(false);
  const icon = <ShoppingCart className="size-5" />;

  function signIn() {
    toast({ title: "Please Sign In", description: "You must be signed in to purchase items", variant: "destructive" });
    void navigate(`/SignIn?returnUrl=${encodeURIComponent(pathname + search)}`);
  }

  const adding = useMutation({
    mutationFn: () => addToCart(itemId),
    onSuccess: (cart) => {
      const { groups, server_now } = cart;
      setAdded(true);
      const line = groups.flatMap(({ lines }) => lines).find(({ item_id }) => item_id === itemId);
      const until = line?.reserved_until;
      const length = until ? holdLength(until - server_now) : session.holdLength;
      toast({ title: "Item Reserved", description: `We're holding it for you for ${length}. It's in your cart.` });
      showCartCount(client, cart);
      void client.invalidateQueries({ queryKey: CART_KEY });
      onAdded?.();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === "not_authenticated") signIn();
      else toast(cartRefusal(error));
    },
  });

  if (added) {
    return (
      <LinkButton to="/Cart" variant="soft" size={size} block={block} icon={icon}>
        View Cart
      </LinkButton>
    );
  }
  return (
    <Button
      variant="secondary"
      size={size}
      block={block}
      icon={icon}
      loading={adding.isPending}
      onClick={() => (session.ready && !session.signedIn ? signIn() : adding.mutate())}
    >
      Add to Cart
    </Button>
  );
}

/** Refusals whose message also says what to do. */
const WITH_OWN_MESSAGE = new Set<ApiErrorCode>([
  "own_item",
  "order_exists",
  "holding_limit",
  "too_many_requests",
  "suspended",
  "banned",
  "restricted",
  "offline",
]);

/** Returns the toast for a failed Add to Cart, with the specified texts. */
export function cartRefusal(error: unknown): ToastInput {
  const code = error instanceof ApiError ? error.code : "internal";
  if (code === "item_unavailable") {
    return { title: "Item Not Available", description: MESSAGES.cartHeld, variant: "destructive" };
  }
  if (code === "item_sold") return { title: "Item Sold", description: MESSAGES.justSold, variant: "destructive" };
  const reason = error instanceof ApiError && WITH_OWN_MESSAGE.has(error.code) ? ` ${error.message}` : "";
  return { title: "Error", description: `Failed to add item to cart.${reason}`, variant: "destructive" };
}
