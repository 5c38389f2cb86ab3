import { LogOut, Settings } from "lucide-react";
import { NavLink } from "react-router-dom";
import { useLogOut } from "../features/account/index.ts";
import { initials } from "../lib/format.ts";
import { useSession } from "../lib/session.ts";
import { PopoverMenu, panelEntryClass } from "../ui/popover-menu.tsx";
import { AccountCircle } from "./bar-frame.tsx";

function useName() {
  const { user, profile } = useSession();
  const email = user?.email ?? "";
  return { email, name: profile?.full_name || email };
}

/** The account's menu; on phones the Me tab replaces it. */
export function AccountMenu() {
  const { name } = useName();
  return (
    <PopoverMenu
      // Includes the visible initials: speech-control users say what they see (WCAG 2.5.3).
      label={`${initials(name)}, account: ${name}`}
      align="end"
      triggerClass="flex size-11 items-center justify-center max-md:hidden"
      trigger={<AccountCircle name={name} />}
    >
      <AccountName className="px-3 pt-2 pb-2.5" />
      <div className="border-t border-line pt-1.5">
        <AccountLinks />
      </div>
    </PopoverMenu>
  );
}

export function AccountName({ className }: { className: string }) {
  const { email, name } = useName();
  return (
    <div className={className}>
      <p dir="auto" className="truncate font-bold">
        {name}
      </p>
      {name === email ? null : <p className="truncate text-sm text-muted">{email}</p>}
    </div>
  );
}

export function AccountLinks() {
  const logOut = useLogOut();
  return (
    <>
      <NavLink to="/Settings" end className={panelEntryClass}>
        <Settings className="size-4.5 text-muted" />
        Account Settings
      </NavLink>
      <button type="button" className={panelEntryClass} onClick={logOut}>
        <LogOut className="size-4.5 text-muted" />
        Log Out
      </button>
    </>
  );
}
