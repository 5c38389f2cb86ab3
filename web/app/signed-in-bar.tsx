import { MessageCircle } from "lucide-react";
import { NotificationBell } from "../features/notifications/index.ts";
import { useOrderUpdates } from "../features/orders/index.ts";
import { AddFunds, BalanceButton } from "../features/payments/index.ts";
import { useSession } from "../lib/session.ts";
import { useCounts } from "../lib/use-counts.ts";
import { useUserChannel } from "../lib/user-channel.ts";
import { AccountMenu } from "./account-menu.tsx";
import { BarLink } from "./bar-link.tsx";
import { CartButton } from "./cart-button.tsx";
import { MainMenu } from "./main-menu.tsx";
import { menuGroups, withoutTabs } from "./menu-groups.ts";
import { MobileMenu } from "./mobile-menu.tsx";
import { TabFace } from "./tab.tsx";

/**
 * Parts for signed-in users: of the top bar left of the logo, right of it and at the end, and two tabs of the tab bar.
 * One module makes one chunk, which visitors never load.
 */
export default function SignedInBar({ place }: { place: "start" | "middle" | "end" | "inbox" | "me" }) {
  const session = useSession();
  // One of the places runs the channel.
  useUserChannel(place === "end" && session.impersonationUntil === null ? session.user?.id : undefined);
  useOrderUpdates(place === "end");
  const { messages, trades, confirmations, announcements } = useCounts(session.signedIn);
  const waiting = { "/PaymentConfirmations": confirmations, "/TradeOffers": trades, "/Announcements": announcements };
  if (place === "inbox") return <TabFace icon={MessageCircle} label="Inbox" count={messages} counted="unread" />;
  if (place === "end") {
    return (
      <>
        <BalanceButton />
        {/* On phones the inbox is a tab. */}
        <BarLink
          to="/Messages"
          icon={MessageCircle}
          label={messages === 0 ? "Inbox" : `Inbox, ${messages} unread`}
          count={messages}
          className="max-md:hidden"
        />
        <NotificationBell />
        <CartButton />
        <AccountMenu />
        <AddFunds />
      </>
    );
  }
  const groups = menuGroups(session, waiting);
  if (place === "me") return <MobileMenu groups={withoutTabs(groups)} place="tab" />;
  return place === "start" ? <MobileMenu groups={groups} place="bar" /> : <MainMenu groups={groups} />;
}
