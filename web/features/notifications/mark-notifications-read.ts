import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { api, unwrap } from "../../lib/api-client.ts";
import { COUNTS_KEY } from "../../lib/query-client.ts";
import { onUserEvent } from "../../lib/user-channel.ts";

/** Pages that notifications link to. Only these pages send the request to mark notifications as read. */
const PLACES =
  /^\/(?:MyOrders|Messages|TradeOffers|PriceOffers|Negotiations|PaymentConfirmations|ItemDetail|Requests|Announcements|WishLists)\b/i;

/**
 * Marks the notifications that link to the current page as read, however the user got there, also while the page stays
 * open. @param unread number of unread notifications.
 */
export function useMarkPageRead(unread: number): void {
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  const some = unread > 0;
  const here = pathname + search;
  const read = useRef(() => {});
  read.current = () => {
    void unwrap(api.api.notifications.read.$post({ json: { link: here } }))
      .then(() => client.invalidateQueries({ queryKey: COUNTS_KEY }))
      // A notification that could not be marked stays unread.
      .catch(() => undefined);
  };

  useEffect(() => {
    if (some && PLACES.test(here)) read.current();
  }, [some, here]);

  useEffect(
    () =>
      onUserEvent((event) => {
        if (event.type !== "notification" || document.visibilityState === "hidden") return;
        if (event.notification.link.split("#")[0] === here) read.current();
      }),
    [here],
  );
}
