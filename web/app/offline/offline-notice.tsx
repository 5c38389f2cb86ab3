import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { ApiError } from "../../lib/api-client.ts";
import { formatDateTime, formatTime } from "../../lib/format.ts";
import { catchInstallOffer } from "../../lib/install-offer.ts";
import { useOnline } from "../../lib/use-online.ts";
import { familyOf } from "./cached-form.ts";
import { startOfflineCache } from "./offline-cache-sync.ts";
import { registerWorkerWhenIdle } from "./register-when-idle.ts";

catchInstallOffer();

/**
 * Says that there is no network and how old the data on screen is. Loads after the first page, and starts the offline
 * cache.
 */
export default function OfflineNotice() {
  const client = useQueryClient();
  const online = useOnline();
  const { unreached, since } = useOfflineState(client);
  useEffect(() => startOfflineCache(client), [client]);
  useEffect(registerWorkerWhenIdle, []);

  return (
    <div role="status">
      {online && !unreached ? null : (
        <p
          data-status-banner
          className="flex items-center justify-center gap-2 bg-wattle-soft px-4 py-2.5 text-sm font-semibold text-ink"
        >
          <WifiOff className="size-4 shrink-0" />
          <span>
            {online ? "We can't reach Goodstreet." : "You're offline."}{" "}
            {since === null ? "This page may be out of date." : `Saved ${savedAt(since)}.`}
          </span>
        </p>
      )}
    </div>
  );
}

function savedAt(at: number): string {
  return new Date(at).toDateString() === new Date().toDateString() ? formatTime(at) : formatDateTime(at);
}

interface OfflineState {
  /** Some data on screen comes from the offline cache, because a request failed. */
  unreached: boolean;
  /** Age of the oldest data on screen (UTC ms by this device's clock). */
  since: number | null;
}

function offlineStateOf(client: QueryClient): OfflineState {
  const shown = client
    .getQueryCache()
    .findAll({ type: "active" })
    .filter(({ queryKey, state }) => state.data !== undefined && !["session", null].includes(familyOf(queryKey)));
  const failed = (error: unknown) => error instanceof ApiError && error.code === "offline";
  return {
    unreached: shown.some(({ state }) => failed(state.error)),
    since: shown.length === 0 ? null : Math.min(...shown.map(({ state }) => state.dataUpdatedAt)),
  };
}

function useOfflineState(client: QueryClient): OfflineState {
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client]);
  // A JSON string, because a new object would count as a change on every read.
  const json = useSyncExternalStore(subscribe, () => JSON.stringify(offlineStateOf(client)));
  return JSON.parse(json) as OfflineState;
}
