import { useEffect } from "react";
import { Link } from "react-router-dom";
import { isKnownPage } from "#domain/site/pages";
import { siteName } from "../lib/document-title.ts";
import { pollTheme } from "../lib/global-theme.ts";
import { useSession } from "../lib/session.ts";
import * as words from "./footer-words.ts";
import { GuidedTourSlot } from "./guided-tour-slot.tsx";
import type { NavLink } from "./menu-groups.ts";
import { usePendingDrafts } from "./pending-drafts.ts";
import { usePendingHandovers } from "./pending-handovers.ts";
import { usePendingMessages } from "./pending-messages.ts";

const LINKS: readonly NavLink[] = [
  { label: words.home, to: "/Home" },
  { label: words.marketplace, to: "/Marketplace" },
  { label: words.stores, to: "/Store" },
  { label: words.sellSomething, to: "/AddItem" },
  { label: words.donations, to: "/Donations" },
  { label: words.announcements, to: "/Announcements" },
  { label: words.contactUs, to: "/Contact" },
  { label: words.privacyPolicy, to: "/Privacy" },
  { label: words.termsOfService, to: "/Terms" },
];

/** Footer of every page. It loads after the first screen, so background work that can wait runs here too. */
export default function Footer() {
  usePendingHandovers();
  usePendingMessages();
  usePendingDrafts();
  const { disabledFeatures: closed } = useSession();
  useEffect(() => {
    document.documentElement.dataset.closed = closed.join(" ");
  }, [closed]);
  // Started here because the footer loads after everything the first visit needs.
  useEffect(pollTheme, []);
  return (
    <>
      <footer className="border-t border-line">
        <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 gap-y-2 px-4 pt-6 pb-28 text-sm text-muted sm:px-6 sm:pb-7">
          <p>{words.secondHandCloseToHome(siteName())}</p>
          <nav aria-label={words.footer}>
            <ul className="-mx-2 flex flex-wrap">
              {LINKS.filter(({ to }) => isKnownPage(to) && !(to === "/Donations" && closed.includes("donations"))).map(
                ({ label, to }) => (
                  <li key={to}>
                    <Link
                      to={to}
                      className="flex min-h-10 items-center px-2 font-semibold underline-offset-4 hover:text-ink hover:underline"
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
