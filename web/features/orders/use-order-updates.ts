import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onUserEvent } from "../../lib/user-channel.ts";
import { CONFIRMATIONS_KEY } from "./confirmations/api.ts";

/** Pages that notifications about orders link to. */
const ORDER_PAGES = /^\/(?:MyOrders|PaymentConfirmations)\b/i;

/**
 * Reloads the orders and confirmations on screen when a notification about one arrives, and after a reconnection. The
 * other party's step then shows at once; polling alone takes several seconds.
 */
export function useOrderUpdates(enabled: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!enabled) return;
    const reload = (cancelRefetch: boolean) => {
      for (const queryKey of [["orders"], CONFIRMATIONS_KEY])
        void client.invalidateQueries({ queryKey }, { cancelRefetch });
    };
    return onUserEvent((event) => {
      if (event.type === "notification" && ORDER_PAGES.test(event.notification.link)) reload(true);
      // On the first connection the page's own request is pending, so do not cancel it.
      if (event.type === "connected") reload(false);
    });
  }, [client, enabled]);
}
