import { Moon, Sun } from "lucide-react";
import { lazy, Suspense } from "react";
import { useLocation } from "react-router-dom";
import { useSession } from "../lib/session.ts";
import { useTheme } from "../lib/theme.ts";
import { LinkButton } from "../ui/button.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Logo } from "./logo.tsx";

const SignedInBar = lazy(() => import("./signed-in-bar.tsx"));

function ThemeToggle() {
  const { theme, toggle } = useTheme();
  const Icon = theme === "dark" ? Sun : Moon;
  return (
    <IconButton label={theme === "dark" ? "Light theme" : "Dark theme"} onClick={toggle}>
      <Icon className="size-5" aria-hidden="true" />
    </IconButton>
  );
}

/** Sign In, unless one is already there. Keeps the way back. */
function SignInButton() {
  const { pathname, search } = useLocation();
  if (/^\/signin\/?$/i.test(pathname)) return null;
  return (
    <LinkButton to={`/SignIn?returnUrl=${encodeURIComponent(pathname + search)}`} size="sm">
      Sign In
    </LinkButton>
  );
}

/** Logo, the menu groups of §2, theme, account. Groups fold into the mobile menu below 1024 px. */
export function TopBar() {
  const { ready, signedIn } = useSession();
  const own = (place: "start" | "middle" | "end") =>
    signedIn ? (
      <Suspense fallback={place === "end" ? <Skeleton className="size-11 rounded-full" /> : null}>
        <SignedInBar place={place} />
      </Suspense>
    ) : null;
  return (
    <header data-tour="top-menu" className="sticky top-0 z-30 border-b border-line bg-page">
      <div className="mx-auto flex h-16 max-w-page items-center gap-1 px-4 sm:px-6">
        {own("start")}
        <Logo />
        {own("middle")}
        <div className="ml-auto flex items-center gap-2">
          <ThemeToggle />
          {ready ? signedIn ? own("end") : <SignInButton /> : <Skeleton className="size-11 rounded-full" />}
        </div>
      </div>
    </header>
  );
}
