import { clsx } from "clsx";
import { useLocation } from "react-router-dom";
import { HAS_SESSION } from "#domain/site/embedded-replies";
import { SearchForm } from "../features/items/index.ts";
import { bootReply } from "../lib/boot.ts";
import { useSession } from "../lib/session.ts";
import { LinkButton } from "../ui/button.tsx";
import { ClientOnly } from "../ui/client-only.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { BarFrame } from "./bar-frame.tsx";
import { Logo } from "./logo.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";

const SignedInBar = lazyPart(() => import("./signed-in-bar.tsx"));

/** Sign In link with the way back; hidden on the sign-in page. */
function SignInButton() {
  const { pathname, search } = useLocation();
  if (/^\/signin\/?$/i.test(pathname)) return null;
  return (
    <LinkButton to={`/SignIn?returnUrl=${encodeURIComponent(pathname + search)}`} size="sm">
      Sign In
    </LinkButton>
  );
}

/** The marketplace searches while typing, and the home page has a search of its own. */
const HAS_OWN_SEARCH = /^\/(?:marketplace\/?|home\/?)?$/i;

/**
 * Logo, menu groups, search, theme toggle and account. Below 1024 px the groups fold into the mobile menu, on phones
 * into the Me tab.
 */
export function TopBar() {
  const { ready, signedIn } = useSession();
  const framed = signedIn || (!ready && bootReply(HAS_SESSION) !== undefined);
  const own = (place: "start" | "middle" | "end") => {
    const frame = <BarFrame place={place} />;
    if (!signedIn) return framed ? frame : null;
    return (
      <ClientOnly fallback={frame}>
        <SignedInBar place={place} missing={frame} />
      </ClientOnly>
    );
  };
  const { pathname } = useLocation();
  return (
    <header data-tour="top-menu" data-top-bar className="sticky top-0 z-30 border-b border-line bg-page print:hidden">
      <div className="mx-auto flex h-16 max-w-page items-center gap-1 px-4 sm:px-6">
        {own("start")}
        <Logo />
        {own("middle")}
        {HAS_OWN_SEARCH.test(pathname) ? null : (
          <SearchForm
            // Next to the menus of signed-in users there is room on wide screens only.
            className={clsx("ml-4 hidden max-w-80 flex-1", framed ? "xl:block" : "md:block")}
            inputClass="h-11 w-full rounded-full border border-field bg-raised pr-4 pl-11 text-base transition-colors duration-150 hover:border-ink focus:border-brand"
          />
        )}
        <div className="ml-auto flex items-center sm:gap-2">
          {/* On phones the toggle is in the menu. */}
          <ThemeToggle className={framed ? "max-sm:hidden" : undefined} />
          {framed ? own("end") : ready ? <SignInButton /> : <Skeleton className="size-11 rounded-full" />}
        </div>
      </div>
    </header>
  );
}
