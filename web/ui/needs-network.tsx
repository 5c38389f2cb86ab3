import { WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { useOnline } from "../lib/use-online.ts";

/** Controls that ask the server. Without network they stay in sight, cannot be pressed, and it says why. */
export function NeedsNetwork({
  reason,
  className = "",
  children,
}: {
  /** Why they cannot be pressed, as a sentence. */
  reason: string;
  className?: string;
  children: ReactNode;
}) {
  const online = useOnline();
  return (
    <fieldset disabled={!online} className={`min-w-0 empty:hidden ${className}`}>
      {online ? null : (
        <p className="mt-3 flex items-center gap-2 text-sm text-muted">
          <WifiOff className="size-4 shrink-0" aria-hidden="true" />
          {reason}
        </p>
      )}
      {children}
    </fieldset>
  );
}
