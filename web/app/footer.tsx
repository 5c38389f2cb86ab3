import { useEffect } from "react";
import { Link } from "react-router-dom";
import { siteName } from "../lib/document-title.ts";
import { pollTheme } from "../lib/global-theme.ts";
import { useSession } from "../lib/session.ts";
import { watchActivity } from "../lib/user-activity.ts";
import { GuidedTourSlot } from "./guided-tour-slot.tsx";
import type { NavLink } from "./menu-groups.ts";
import { usePendingWork } from "./pending-work.ts";

const LINKS: readonly NavLink[] = [
  { label: "Home", to: "/Home" },
  { label: "Marketplace", to: "/Marketplace" },
  { label: "Stores", to: "/Store" },
  { label: "List an item", to: "/AddItem" },
  { label: "Donations", to: "/Donations" },
  { label: "Announcements", to: "/Announcements" },
  { label: "Contact Us", to: "/Contact" },
  { label: "Privacy Policy", to: "/Privacy" },
  { label: "Terms of Service", to: "/Terms" },
  { label: "How we decide", to: "/HowWeDecide" },
  { label: "Accessibility", to: "/Accessibility" },
];

/** Footer of every page. It loads after the first screen, so background work that can wait runs here too. */
export default function Footer() {
  usePendingWork();
  const { disabledFeatures, operator } = useSession();
  useEffect(() => {
    document.documentElement.dataset.closed = disabledFeatures.join(" ");
  }, [disabledFeatures]);
  // Started here because the footer loads after everything the first visit needs.
  useEffect(pollTheme, []);
  useEffect(watchActivity, []);
  return (
    <>
      <footer className="border-t border-line print:hidden">
        <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 gap-y-2 px-4 pt-6 pb-28 text-sm text-muted sm:px-6 sm:pb-7">
          <p>
            {siteName()}. Second-hand, close to home.
            {operator === "" || operator === siteName() ? null : <span className="block">{operator}</span>}
          </p>
          <nav aria-label="Footer">
            <ul className="-mx-2 flex flex-wrap">
              {LINKS.filter(({ to }) => to !== "/Donations" || !disabledFeatures.includes("donations")).map(
                ({ label, to }) => (
                  <li key={to}>
                    <Link
                      to={to}
                      className="flex min-h-tap items-center px-2 font-semibold underline-offset-4 hover:text-ink hover:underline"
                    >
                      {label}
                    </Link>
                  </li>
                ),
              )}
            </ul>
          </nav>
        </div>
      </footer>
      <GuidedTourSlot />
    </>
  );
}
