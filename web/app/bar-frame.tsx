import { Bell, ChevronDown, Menu, MessageCircle, ShoppingCart, Wallet } from "lucide-react";
import { formatDollars, initials } from "../lib/format.ts";
import { useSession } from "../lib/session.ts";
import { BarLink } from "./bar-link.tsx";

/** Labels of the menus in the top bar; the last one is for staff. */
export const MENU_LABELS = ["Marketplace", "Selling", "Community", "Admin"] as const;
export type MenuLabel = (typeof MENU_LABELS)[number];

export const menuTriggerClass =
  "relative flex min-h-11 items-center gap-1.5 rounded-full px-3.5 font-medium transition-colors duration-150 hover:bg-surface";

/**
 * What `SignedInBar` will show, in the same places, from the first HTML on. Its links work; menus and the bell follow
 * with their code.
 */
export function BarFrame({ place }: { place: "start" | "middle" | "end" }) {
  const { isAdmin, user, profile } = useSession();
  if (place === "start") {
    return (
      <span aria-hidden="true" className="-ml-2 hidden size-11 items-center justify-center md:max-lg:flex">
        <Menu className="size-6" />
      </span>
    );
  }
  if (place === "middle") {
    return (
      <div aria-hidden="true" className="ml-6 hidden items-center gap-1 lg:flex">
        {MENU_LABELS.filter((label) => label !== "Admin" || isAdmin).map((label) => (
          <span key={label} className={menuTriggerClass}>
            {label}
            <ChevronDown className="size-4 text-muted" />
          </span>
        ))}
      </div>
    );
  }
  const name = profile?.full_name || user?.email;
  return (
    <>
      {profile?.account_type === "seller" ? (
        <span
          aria-hidden="true"
          className="hidden min-h-tap items-center gap-2 rounded-full bg-wattle-soft px-3.5 font-semibold text-ink tabular-nums lg:flex"
        >
          <Wallet className="size-4.5" />
          {formatDollars(profile.seller_balance)}
        </span>
      ) : null}
      <BarLink to="/Messages" icon={MessageCircle} label="Inbox" count={0} className="max-md:hidden" />
      <span aria-hidden="true" className="inline-flex size-11 items-center justify-center">
        <Bell className="size-5" />
      </span>
      <BarLink to="/Cart" icon={ShoppingCart} label="Cart" count={0} />
      <span aria-hidden="true" className="flex size-11 items-center justify-center max-md:hidden">
        <AccountCircle name={name} />
      </span>
    </>
  );
}

/** The user's initials in a circle; without a name an empty one. */
export function AccountCircle({ name }: { name: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className="flex size-10 items-center justify-center rounded-full bg-brand text-sm font-bold text-on-brand"
    >
      {name ? initials(name) : ""}
    </span>
  );
}
