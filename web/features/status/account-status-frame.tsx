import { LogOut, ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { pageOf } from "#domain/site/pages";
import { IconButton } from "../../ui/icon-button.tsx";
import { useLogOut } from "../account/index.ts";

/** Pages on which suspended and banned users may still pay, confirm and collect open orders (A16), and how we decide. */
const OPEN_PAGES = new Set(["myorders", "mypurchases", "paymentconfirmations", "stripe-checkout", "howwedecide"]);

/** Whether suspended and banned users may open this path. */
export function isOpenPage(pathname: string): boolean {
  const page = pageOf(pathname);
  return page !== null && OPEN_PAGES.has(page.path);
}

/** Such a page, under a bar that explains why nothing else is available. */
export function AccountStatusFrame({ banned, children }: { banned: boolean; children: ReactNode }) {
  const logOut = useLogOut();
  return (
    <>
      <header className="bg-hot-soft">
        <div className="mx-auto flex max-w-page items-center gap-3 px-4 py-2.5 sm:px-6">
          <ShieldAlert className="size-5 shrink-0 text-hot-ink" />
          <p className="min-w-0 flex-1">
            <strong>{banned ? "Account banned" : "Account suspended"}</strong>
            <span className="max-sm:sr-only">. You can still finish your open orders.</span>{" "}
            <Link to="/" className="font-semibold whitespace-nowrap underline">
              See why
            </Link>
          </p>
          <IconButton label="Log Out" onClick={logOut}>
            <LogOut className="size-5" />
          </IconButton>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="min-h-dvh outline-none">
        {children}
      </main>
    </>
  );
}
