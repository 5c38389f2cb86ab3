import { House, MessageCircle, Plus, Search, UserRound } from "lucide-react";
import type { MouseEvent } from "react";
import { Link, useLocation } from "react-router-dom";
import { pageOf } from "#domain/site/pages";
import { useSession } from "../lib/session.ts";
import { ClientOnly } from "../ui/client-only.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { TabFace, tabClass } from "./tab.tsx";
import { hasOwnBottom } from "./task-pages.ts";
import { useKeyboardOpen } from "./use-keyboard-open.ts";

const SignedInBar = lazyPart(() => import("./signed-in-bar.tsx"));

/** Focuses the search field of this page, if it has one, instead of leading to the marketplace. */
function focusSearch(event: MouseEvent): void {
  // The search of the top bar is hidden on phones.
  const fields = document.querySelectorAll<HTMLInputElement>("form[role=search] input[name=q]");
  const field = [...fields].find((one) => one.offsetParent !== null);
  if (!field) return;
  event.preventDefault();
  window.scrollTo(0, 0);
  field.focus();
}

/**
 * Navigation at the bottom of phones (D67). Its links work before any script; for visitors, Inbox and Me lead to the
 * sign-in. Hidden where the page needs the space; a page's own bar (`data-bottom-bar`) takes its place.
 */
export function TabBar() {
  const { pathname, search } = useLocation();
  const { signedIn } = useSession();
  const keyboardOpen = useKeyboardOpen();
  if (hasOwnBottom(pathname, search)) return null;
  const page = pageOf(pathname)?.path ?? "home";
  const currentAt = (...pages: string[]) => (pages.includes(page) ? "page" : undefined);
  const inbox = <TabFace icon={MessageCircle} label="Inbox" />;
  const me = (
    <Link to="/Settings" className={tabClass} aria-current={currentAt("signin", "settings")}>
      <TabFace icon={UserRound} label="Me" />
    </Link>
  );
  return (
    <nav
      aria-label="Tabs"
      data-tab-bar
      hidden={keyboardOpen}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-page pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="grid grid-cols-5">
        <li>
          <Link to="/Home" className={tabClass} aria-current={currentAt("home")}>
            <TabFace icon={House} label="Home" />
          </Link>
        </li>
        <li>
          <Link
            to="/Marketplace"
            state={{ search: true }}
            onClick={focusSearch}
            className={tabClass}
            aria-current={currentAt("", "marketplace")}
          >
            <TabFace icon={Search} label="Search" />
          </Link>
        </li>
        <li>
          <Link to="/AddItem" className={tabClass}>
            <span className="-my-1 flex size-9 items-center justify-center rounded-full bg-brand text-on-brand">
              <Plus className="size-6" />
            </span>
            <span className="text-ink">Sell</span>
          </Link>
        </li>
        <li>
          <Link to="/Messages" className={tabClass} aria-current={currentAt("messages")}>
            {signedIn ? (
              <ClientOnly fallback={inbox}>
                <SignedInBar place="inbox" missing={inbox} />
              </ClientOnly>
            ) : (
              inbox
            )}
          </Link>
        </li>
        <li>
          {signedIn ? (
            <ClientOnly fallback={me}>
              <SignedInBar place="me" missing={me} />
            </ClientOnly>
          ) : (
            me
          )}
        </li>
      </ul>
    </nav>
  );
}
