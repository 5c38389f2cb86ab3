import { ChevronDown } from "lucide-react";
import { PopoverMenu } from "../ui/popover-menu.tsx";
import { menuTriggerClass } from "./bar-frame.tsx";
import type { NavGroup } from "./menu-groups.ts";
import { MenuLinks } from "./menu-links.tsx";
import { PendingBadge } from "./pending-badge.tsx";

/** The menu groups as panels under the bar, from 1024 px up. */
export function MainMenu({ groups }: { groups: readonly NavGroup[] }) {
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
