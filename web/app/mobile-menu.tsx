import { Menu, UserRound, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { BalanceEntry } from "../features/payments/index.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { useBackCloses } from "../ui/use-back-closes.ts";
import { AccountLinks, AccountName } from "./account-menu.tsx";
import type { NavGroup } from "./menu-groups.ts";
import { MenuLinks } from "./menu-links.tsx";
import { TabFace, tabClass } from "./tab.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";

interface MobileMenuProps {
  groups: readonly NavGroup[];
  /** `bar`: a menu button in the top bar, on tablets. `tab`: the Me tab of phones, with the account's entries. */
  place: "bar" | "tab";
}

/** The menu groups in a panel at the side, for screens below 1024 px. A native dialog traps and restores the focus. */
export function MobileMenu({ groups, place }: MobileMenuProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  const { key } = useLocation();
  const close = () => dialog.current?.close();
  useBackCloses(open, close);

  // Every navigation closes the menu.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => setOpen(false), [key]);
  // The entries are there only while the menu is open, so they are rendered before it opens.
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else if (dialog.current?.open) dialog.current.close();
  }, [open]);

  const waiting = groups.flatMap(({ links }) => links).reduce((sum, link) => sum + (link.waiting ?? 0), 0);
  const side = place === "tab" ? "mr-0 ml-auto starting:open:translate-x-4" : "m-0 starting:open:-translate-x-4";
  return (
    <>
      {place === "tab" ? (
        <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={tabClass}>
          <TabFace icon={UserRound} label="Me" count={waiting} />
        </button>
      ) : (
        <IconButton
          label="Menu"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className="-ml-2 max-md:hidden! lg:hidden!"
        >
          <Menu className="size-6" />
        </IconButton>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a native dialog too */}
      <dialog
        ref={dialog}
        aria-label="Menu"
        onClose={() => setOpen(false)}
        onClick={(event) => {
          if (event.target === event.currentTarget) close();
        }}
        className={`${side} my-0 h-dvh max-h-none w-[min(320px,86vw)] max-w-none bg-raised p-0 text-ink shadow-float backdrop:bg-veil open:flex open:flex-col starting:open:opacity-0 transition-[opacity,translate] duration-200 ease-out lg:hidden!`}
      >
        {open ? (
          <>
            <div className="flex h-16 shrink-0 items-center justify-between border-b border-line pr-2 pl-5">
              <p className="mr-auto text-xl font-bold">Menu</p>
              {place === "tab" ? <ThemeToggle className="sm:hidden" /> : null}
              <IconButton label="Close menu" onClick={close}>
                <X className="size-5" />
              </IconButton>
            </div>
            <nav
              aria-label="Main"
              className="flex-1 overflow-y-auto overscroll-contain px-2 pt-3 pb-[calc(env(safe-area-inset-bottom)+12px)]"
            >
              {/* Wider screens have these in the account menu of the top bar. */}
              {place === "tab" ? (
                <div className="mb-4 border-b border-line pb-3">
                  <AccountName className="px-3 pb-2" />
                  <AccountLinks />
                </div>
              ) : null}
              <BalanceEntry onPress={close} />
              {groups.map((group) => (
                <div key={group.label} className="mb-4">
                  <p className="px-3 pb-1 font-bold">{group.label}</p>
                  <MenuLinks links={group.links} />
                </div>
              ))}
            </nav>
          </>
        ) : null}
      </dialog>
    </>
  );
}
