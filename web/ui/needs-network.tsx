import { WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { useOnline } from "../lib/use-online.ts";

/** Controls that need the server. Offline they are visible but disabled, with the reason. */
export function NeedsNetwork({
  reason,
  className = "",
  children,
}: {
  /** Why they are disabled, as a sentence; left out when it is already on the page. */
  reason?: string;
  className?: string;
  children: ReactNode;
}) {
  const online = useOnline();
  return (
    <fieldset disabled={!online} className={`min-w-0 empty:hidden ${className}`}>
      {online || reason === undefined ? null : (
        <p className="mt-3 flex items-center gap-2 text-sm text-muted">
          <WifiOff className="size-4 shrink-0" />
          {reason}
        </p>
      )}
      {children}
    </fieldset>
  );
}
