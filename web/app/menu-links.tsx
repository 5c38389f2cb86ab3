import { useId } from "react";
import { NavLink } from "react-router-dom";
import { panelEntryClass } from "../ui/popover-menu.tsx";
import type { NavLink as Link } from "./menu-groups.ts";
import { PendingBadge } from "./pending-badge.tsx";

/** The links of a menu group: one list for each heading, or one list without headings. */
export function MenuLinks({ links }: { links: readonly Link[] }) {
  const id = useId();
  const headings = [...new Set(links.map(({ heading }) => heading))];
  return headings.map((heading, index) => (
    <div key={heading ?? ""} className="break-inside-avoid not-last:pb-1.5">
      {heading === undefined ? null : (
        <p id={`${id}${index}`} className="px-3 pt-1.5 text-sm font-semibold text-muted">
          {heading}
        </p>
      )}
      <ul aria-labelledby={heading === undefined ? undefined : `${id}${index}`}>
        {links
          .filter((link) => link.heading === heading)
          .map(({ label, to, waiting }) => (
            <li key={to}>
              <NavLink to={to} end className={panelEntryClass}>
                {label}
                <PendingBadge count={waiting} />
              </NavLink>
            </li>
          ))}
      </ul>
    </div>
  ));
}
