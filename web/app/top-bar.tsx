import { lazy } from "react";
import { useLocation } from "react-router-dom";
import { useSession } from "../lib/session.ts";
import { LinkButton } from "../ui/button.tsx";
import { ClientOnly } from "../ui/client-only.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Logo } from "./logo.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";

const SignedInBar = lazy(() => import("./signed-in-bar.tsx"));

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

/** Logo, menu groups, theme toggle and account. Below 1024 px the groups fold into the mobile menu. */
export function TopBar() {
  const { ready, signedIn } = useSession();
  const own = (place: "start" | "middle" | "end") =>
    signedIn ? (
      <ClientOnly fallback={place === "end" ? <Skeleton className="size-11 rounded-full" /> : null}>
        <SignedInBar place={place} />
      </ClientOnly>
    ) : null;
  return (
    <header data-tour={signedIn ? "top-menu" : undefined} className="sticky top-0 z-30 border-b border-line bg-page">
      <div className="mx-auto flex h-16 max-w-page items-center gap-1 px-4 sm:px-6">
        {own("start")}
        <Logo />
        {own("middle")}
        <div className="ml-auto flex items-center sm:gap-2">
          {/* On phones the bell and the cart leave no room; the toggle is in the menu there. */}
          <ThemeToggle className={signedIn ? "max-sm:hidden" : undefined} />
          {ready ? signedIn ? own("end") : <SignInButton /> : <Skeleton className="size-11 rounded-full" />}
        </div>
      </div>
    </header>
  );
}
