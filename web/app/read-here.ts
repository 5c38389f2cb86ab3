import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { readReply } from "../lib/api-client.ts";
import { COUNTS_KEY, onUserEvent } from "../lib/user-channel.ts";

/** Pages that news leads to. Only there is it worth asking whether this is what somebody was told about. */
const PLACES =
  /^\/(?:MyOrders|Messages|TradeOffers|PaymentConfirmations|ItemDetail|Requests|Announcements|WishLists)\b/i;

/**
 * Whoever looks at a thing has read what leads there, by whichever way they came, and is not told again while they look.
 * @param unread how many lines are unread.
 */
export function useReadHere(unread: number): void {
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  const some = unread > 0;
  const here = pathname + search;
  const read = useRef(() => {});
  read.current = () => {
    void readReply(
      fetch("/api/notifications/read", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ link: here }),
      }),
    )
      .then(() => client.invalidateQueries({ queryKey: COUNTS_KEY }))
      // What could not be marked stays on the bell.
      .catch(() => undefined);
  };

  useEffect(() => {
    if (some && PLACES.test(here)) read.current();
  }, [some, here]);

  useEffect(
    () =>
      onUserEvent((event) => {
        if (event.type !== "notification" || document.visibilityState === "hidden") return;
        if (event.notification.link === here) read.current();
      }),
    [here],
  );
}
