import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BellRing, Laptop, Smartphone } from "lucide-react";
import { useState } from "react";
import type { PushDevice } from "#contract/notifications";
import { api, unwrap } from "../../lib/api-client.ts";
import { formatDate } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toastError } from "../../ui/toast.tsx";
import { PREFERENCES_KEY } from "./api.ts";
import type { PushSupport } from "./push.ts";
import { currentDevice, disablePush, enablePush, pushSupport } from "./push.ts";

const UNABLE: Record<Exclude<PushSupport, "ready">, string> = {
  blocked: "This browser is blocking notifications from Goodstreet. Allow them in your browser's site settings.",
  "home-screen": "On iPhone and iPad, add Goodstreet to your home screen first. Tap Share, then Add to Home Screen.",
  missing: "This browser doesn't support push notifications.",
};

/** Settings of push notifications, which the user turns on separately in each browser. */
export function PushDevices({ pushKey, devices }: { pushKey: string; devices: readonly PushDevice[] }) {
  const { user } = useSession();
  const client = useQueryClient();
  const userId = user?.id ?? "";
  const [own, setOwn] = useState(() => currentDevice(userId));
  const on = own !== null && devices.some(({ id }) => id === own);
  const support = pushSupport();

  const change = useMutation({
    mutationFn: async (what: { here: boolean } | { remove: string }) => {
      if ("remove" in what) await unwrap(api.api.notifications.push[":id"].$delete({ param: { id: what.remove } }));
      else if (what.here) await enablePush(userId, pushKey);
      else await disablePush(userId);
    },
    onError: toastError(),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: PREFERENCES_KEY });
      setOwn(currentDevice(userId));
    },
  });
  const here = change.isPending && change.variables !== undefined && "here" in change.variables;

  return (
    <div>
      <h3 className="font-semibold">Push notifications</h3>
      <p className="mt-0.5 mb-3 max-w-prose text-sm text-muted">
        You'll get them even when Goodstreet is closed. They stop when you sign out.
      </p>
      {support === "ready" ? (
        <Button
          variant="secondary"
          loading={here}
          icon={<BellRing className="size-4" />}
          onClick={() => change.mutate({ here: !on })}
        >
          {on ? "Turn off for this device" : "Turn on for this device"}
        </Button>
      ) : (
        <Notice kind="info">{UNABLE[support]}</Notice>
      )}
      {devices.length > 0 ? (
        <ul className="mt-4 divide-y divide-line">
          {devices.map(({ id, name, created_at }) => {
            const Icon = /iPhone|Android/.test(name) ? Smartphone : Laptop;
            return (
              <li key={id} className="flex items-center gap-4 py-3">
                <Icon className="size-6 shrink-0 text-muted" />
                <div className="min-w-0 flex-1">
                  <p className="font-semibold">{name || "A browser"}</p>
                  <p className="text-sm text-muted">On since {formatDate(created_at)}</p>
                </div>
                {on && id === own ? (
                  <Badge tone="brand">This device</Badge>
                ) : (
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={`Stop push notifications to ${name}, on since ${formatDate(created_at)}`}
                    loading={change.isPending && "remove" in change.variables && change.variables.remove === id}
                    onClick={() => change.mutate({ remove: id })}
                  >
                    Remove
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      ) : null}
    </div>
  );
}
