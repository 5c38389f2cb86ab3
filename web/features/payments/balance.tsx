import { Wallet } from "lucide-react";
import { createStore, useStore } from "zustand";
import { formatDollars } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { useOnline } from "../../lib/use-online.ts";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";

export const TopUpDialog = lazyDialog(() => import("./top-up-dialog.tsx"));

const addingFunds = createStore(() => false);

/** The seller's balance; null for other accounts and offline, where the stored value may be outdated. */
function useBalance(): number | null {
  const { profile } = useSession();
  const online = useOnline();
  return online && profile?.account_type === "seller" ? profile.seller_balance : null;
}

/**
 * Shows the balance in the top bar ("$20") and opens the add-funds dialog. On phones `BalanceEntry` in the menu
 * replaces it.
 */
export function BalanceButton() {
  const balance = useBalance();
  if (balance === null) return null;
  return (
    <button
      type="button"
      aria-label={`Ad credit ${formatDollars(balance)}, add funds`}
      aria-haspopup="dialog"
      onPointerEnter={TopUpDialog.preload}
      onFocus={TopUpDialog.preload}
      onClick={() => addingFunds.setState(true, true)}
      className="hidden min-h-tap items-center gap-2 rounded-full bg-wattle-soft px-3.5 font-semibold text-ink tabular-nums lg:flex"
    >
      <Wallet className="size-4.5" />
      {formatDollars(balance)}
    </button>
  );
}

/** The balance in the mobile menu, which closes before the dialog opens. */
export function BalanceEntry({ onPress }: { onPress: () => void }) {
  const balance = useBalance();
  if (balance === null) return null;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => {
        onPress();
        addingFunds.setState(true, true);
      }}
      className="mb-4 flex min-h-12 w-full items-center gap-3 rounded-md bg-wattle-soft px-3.5 text-left text-ink"
    >
      <Wallet className="size-5 shrink-0" />
      <span className="flex-1">
        Ad credit <span className="font-bold tabular-nums">{formatDollars(balance)}</span>
      </span>
      <span className="font-semibold text-brand-ink">Add funds</span>
    </button>
  );
}

/** The add-funds dialog of both buttons. Its code loads on the first opening. */
export function AddFunds() {
  const open = useStore(addingFunds);
  return <TopUpDialog open={open} onClose={() => addingFunds.setState(false, true)} />;
}
