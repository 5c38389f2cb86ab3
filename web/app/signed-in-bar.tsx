import { ChevronDown, MessageCircle, ShoppingCart } from "lucide-react";
import { NotificationBell } from "../features/notifications/index.ts";
import { useOrderUpdates } from "../features/orders/index.ts";
import { AddFunds, BalanceButton } from "../features/payments/index.ts";
import { useSession } from "../lib/session.ts";
import { useCounts } from "../lib/use-counts.ts";
import { useUserChannel } from "../lib/user-channel.ts";
import { PopoverMenu } from "../ui/popover-menu.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { menuTriggerClass } from "./bar-frame.tsx";
import { BarLink } from "./bar-link.tsx";
import { menuGroups, type NavGroup, withoutTabs } from "./menu-groups.ts";
import { MenuLinks } from "./menu-links.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { PendingBadge } from "./pending-badge.tsx";
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

function CartButton() {
  const { cart: count } = useCounts();
  const label = count === 0 ? "Cart" : `Cart, ${count} ${count === 1 ? "item" : "items"}`;
  return <BarLink to="/Cart" icon={ShoppingCart} label={label} count={count} />;
}

/** The menu groups as panels under the bar, from 1024 px up. */
function MainMenu({ groups }: { groups: readonly NavGroup[] }) {
  return (
    <nav aria-label="Main" className="ml-6 hidden items-center gap-1 lg:flex">
      {groups.map((group) => (
        <PopoverMenu
          key={group.label}
          align="start"
          {...(group.links.some(({ heading }) => heading) ? { widthClass: "w-112 columns-2 gap-2" } : {})}
          triggerClass={menuTriggerClass}
          trigger={
            <>
              {group.label}
              <ChevronDown className="size-4 text-muted" />
              {/* Out of the flow, so that a count that arrives later moves nothing. */}
              <span className="absolute -top-1 right-0">
                <PendingBadge count={group.links.reduce((sum, link) => sum + (link.waiting ?? 0), 0)} />
              </span>
            </>
          }
        >
          <MenuLinks links={group.links} />
        </PopoverMenu>
      ))}
    </nav>
  );
}
