import { useUnreadAnnouncements } from "../features/community/index.ts";
import { NotificationBell } from "../features/notifications/index.ts";
import { usePendingConfirmations } from "../features/orders/index.ts";
import { AddFunds, BalanceButton } from "../features/payments/index.ts";
import { useSession } from "../lib/session.ts";
import { useCounts, useUserChannel } from "../lib/user-channel.ts";
import { AccountMenu } from "./account-menu.tsx";
import { CartButton } from "./cart-button.tsx";
import { MainMenu } from "./main-menu.tsx";
import { menuGroups } from "./menu-groups.ts";
import { MobileMenu } from "./mobile-menu.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";

/**
 * Parts of the top bar for signed-in users: left of the logo, right of it, and at the end. One module makes one chunk,
 * which visitors never load; three places keep the logo where it is.
 */
export default function SignedInBar({ place }: { place: "start" | "middle" | "end" }) {
  const session = useSession();
  // One of the three places runs the channel.
  useUserChannel(place === "end" && session.impersonationUntil === null ? session.user?.id : undefined);
  const { messages, trades } = useCounts(session.signedIn);
  const waiting = {
    "/PaymentConfirmations": usePendingConfirmations(),
    "/Messages": messages,
    "/TradeOffers": trades,
    "/Announcements": useUnreadAnnouncements(),
  };
  if (place === "end") {
    return (
      <>
        <BalanceButton />
        <NotificationBell />
        <CartButton />
        <AccountMenu />
        <AddFunds />
      </>
    );
  }
  const groups = menuGroups(session, waiting);
  return place === "start" ? (
    <MobileMenu groups={groups} head={<ThemeToggle className="sm:hidden" />} />
  ) : (
    <MainMenu groups={groups} />
  );
}
