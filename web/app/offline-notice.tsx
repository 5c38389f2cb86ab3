import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import * as words from "./words.ts";

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Says that what is on screen may be old. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {online ? null : (
        <p className="flex items-center justify-center gap-2 bg-wattle-soft px-4 py-2.5 text-sm font-semibold text-ink">
          <WifiOff className="size-4 shrink-0" aria-hidden="true" />
          {words.offline}
        </p>
      )}
    </div>
  );
}
