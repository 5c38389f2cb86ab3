import { ChevronDown, Moon, Sun } from "lucide-react";
import { NavLink, useLocation } from "react-router-dom";
import { useSession } from "../lib/session.ts";
import { useTheme } from "../lib/theme.ts";
import { LinkButton } from "../ui/button.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { Logo } from "./logo.tsx";
import { menuGroups } from "./menu-groups.ts";
import { MobileMenu } from "./mobile-menu.tsx";
import { PopoverMenu, panelEntryClass } from "./popover-menu.tsx";

function ThemeToggle() {
  const { theme, toggle } = useTheme();
  const Icon = theme === "dark" ? Sun : Moon;
  return (
    <IconButton label={theme === "dark" ? "Light theme" : "Dark theme"} onClick={toggle}>
      <Icon className="size-5" aria-hidden="true" />
    </IconButton>
  );
}

/** Sign In, unless one is signed in or already there. Keeps the way back. */
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
  const session = useSession();
  const groups = menuGroups(session);
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-page">
      <div className="mx-auto flex h-16 max-w-page items-center gap-1 px-4 sm:px-6">
        {groups.length > 0 ? <MobileMenu groups={groups} /> : null}
        <Logo />
        {groups.length > 0 ? (
          <nav aria-label="Main" className="ml-6 hidden items-center gap-1 lg:flex">
            {groups.map((group) => (
              <PopoverMenu
                key={group.label}
                label={group.label}
                align="start"
                triggerClass="flex min-h-11 items-center gap-1.5 rounded-full px-3.5 font-medium transition-colors duration-150 hover:bg-surface"
                trigger={
                  <>
                    {group.label}
                    <ChevronDown className="size-4 text-muted" aria-hidden="true" />
                  </>
                }
              >
                <ul>
                  {group.links.map(({ label, to }) => (
                    <li key={to}>
                      <NavLink to={to} end className={panelEntryClass}>
                        {label}
                      </NavLink>
                    </li>
                  ))}
                </ul>
              </PopoverMenu>
            ))}
          </nav>
        ) : null}
        <div className="ml-auto flex items-center gap-2">
          <ThemeToggle />
          {session.ready ? (
            session.signedIn ? (
              <AccountMenu />
            ) : (
              <SignInButton />
            )
          ) : (
            <Skeleton className="size-10 rounded-full" />
          )}
        </div>
      </div>
    </header>
  );
}
