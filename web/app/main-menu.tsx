import { ChevronDown } from "lucide-react";
import { NavLink } from "react-router-dom";
import { PopoverMenu, panelEntryClass } from "../ui/popover-menu.tsx";
import type { NavGroup } from "./menu-groups.ts";
import { PendingBadge } from "./pending-badge.tsx";

/** The menu groups as panels under the bar, from 1024 px up. */
export function MainMenu({ groups }: { groups: readonly NavGroup[] }) {
  return (
    <nav aria-label="Main" className="ml-6 hidden items-center gap-1 lg:flex">
      {groups.map((group) => (
        <PopoverMenu
          key={group.label}
          align="start"
          triggerClass="flex min-h-11 items-center gap-1.5 rounded-full px-3.5 font-medium transition-colors duration-150 hover:bg-surface"
          trigger={
            <>
              {group.label}
              <PendingBadge count={group.links.reduce((sum, link) => sum + (link.waiting ?? 0), 0)} />
              <ChevronDown className="size-4 text-muted" aria-hidden="true" />
            </>
          }
        >
          <ul>
            {group.links.map(({ label, to, waiting }) => (
              <li key={to}>
                <NavLink to={to} end className={panelEntryClass}>
                  {label}
                  <PendingBadge count={waiting} />
                </NavLink>
              </li>
            ))}
          </ul>
        </PopoverMenu>
      ))}
    </nav>
  );
}
