import { Menu, X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router-dom";
import { BalanceEntry } from "../features/payments/index.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { panelEntryClass } from "../ui/popover-menu.tsx";
import type { NavGroup } from "./menu-groups.ts";
import { PendingBadge } from "./pending-badge.tsx";

/**
 * All menu groups in a panel on the left, for screens below 1024 px. `head` comes first: the entries that do not fit in
 * the bar. A native dialog traps the focus and restores it.
 */
export function MobileMenu({ groups, head }: { groups: readonly NavGroup[]; head?: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu
  useEffect(() => {
    if (dialog.current?.open) dialog.current.close();
  }, [key]);

  return (
    <div className="-ml-2 lg:hidden">
      <IconButton label="Menu" aria-haspopup="dialog" onClick={() => dialog.current?.showModal()}>
        <Menu className="size-6" aria-hidden="true" />
      </IconButton>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a native dialog too */}
      <dialog
        ref={dialog}
        aria-label="Menu"
        onClick={(event) => {
          if (event.target === event.currentTarget) event.currentTarget.close();
        }}
        className="m-0 h-dvh max-h-none w-[min(320px,86vw)] max-w-none bg-raised p-0 text-ink shadow-float backdrop:bg-veil open:flex open:flex-col starting:open:-translate-x-4 starting:open:opacity-0 transition duration-200 ease-out"
      >
        <div className="flex h-16 shrink-0 items-center justify-between border-b border-line pr-2 pl-5">
          <p className="mr-auto text-xl font-bold">Menu</p>
          {head}
          <IconButton label="Close menu" onClick={() => dialog.current?.close()}>
            <X className="size-5" aria-hidden="true" />
          </IconButton>
        </div>
        <nav aria-label="Main" className="flex-1 overflow-y-auto overscroll-contain px-2 py-3">
          <BalanceEntry onPress={() => dialog.current?.close()} />
          {groups.map((group) => (
            <div key={group.label} className="mb-4">
              <p className="px-3 pb-1 text-sm font-semibold text-muted">{group.label}</p>
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
            </div>
          ))}
        </nav>
      </dialog>
    </div>
  );
}
