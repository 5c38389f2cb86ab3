import { Bell } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { useSession } from "../../lib/session.ts";
import { useCounts } from "../../lib/use-counts.ts";
import { useWide } from "../../lib/use-wide.ts";
import { onUserEvent } from "../../lib/user-channel.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { lazyPart, missingPart } from "../../ui/lazy-part.tsx";
import { PopoverMenu } from "../../ui/popover-menu.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { useMarkPageRead } from "./mark-notifications-read.ts";

const load = () => import("./centre.tsx");
const Centre = lazyPart(load, missingPart);

/** Announces new notifications to screen readers; everyone else sees the count on the bell. */
function Arrival() {
  const [arrived, setArrived] = useState("");
  useEffect(
    () =>
      onUserEvent((event) => {
        if (event.type === "notification") setArrived(`New notification: ${event.notification.title}`);
      }),
    [],
  );
  return (
    <p role="status" className="sr-only">
      {arrived}
    </p>
  );
}

/** Renews the push subscription of this browser when the user has signed in again, once the page is idle. */
function useRenewPushSubscription(userId: string | undefined): void {
  useEffect(() => {
    if (userId === undefined || !("Notification" in window) || Notification.permission !== "granted") return;
    const timer = setTimeout(() => {
      void import("./push.ts").then(({ renewPush: keepPushes }) => keepPushes(userId)).catch(() => {});
    }, 5_000);
    return () => clearTimeout(timer);
  }, [userId]);
}

/** The bell with its count, and the notification centre: a panel under the bar, or a sheet on phones. */
export function NotificationBell() {
  const { user } = useSession();
  const { notifications } = useCounts();
  const { key } = useLocation();
  const wide = useWide();
  // Open at one history entry, so that every navigation closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === key;
  const setOpen = (wanted: boolean) => setOpenAt(wanted ? key : null);
  useMarkPageRead(notifications);
  useRenewPushSubscription(user?.id);

  const label = notifications === 0 ? "Notifications" : `Notifications, ${notifications} new`;
  const preload = () => {
    if (!wide) Dialog.preload();
    load().catch(() => {});
  };
  const icon = (
    <>
      <Bell className="size-5" />
      {notifications > 0 ? (
        <span
          aria-hidden="true"
          className="absolute top-0.5 right-0 flex h-5 min-w-5 items-center justify-center rounded-full bg-brand px-1 text-sm font-bold text-on-brand"
        >
          {notifications > 99 ? "99+" : notifications}
        </span>
      ) : null}
    </>
  );
  const centre = (
    <Suspense fallback={<Spinner className="mx-auto my-10" label="Loading notifications" />}>
      <Centre onGo={() => setOpen(false)} />
    </Suspense>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only preloads code; the button inside is interactive
    <div onPointerEnter={preload} onFocus={preload}>
      {wide ? (
        <PopoverMenu
          label={label}
          align="end"
          trigger={icon}
          triggerClass="relative inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink transition-colors duration-150 hover:bg-surface"
          widthClass="w-100 max-h-[min(640px,80dvh)] overflow-y-auto overscroll-contain"
          onToggle={setOpen}
        >
          <h2 className="px-3 pt-2 text-xl font-bold">Notifications</h2>
          {open ? centre : null}
        </PopoverMenu>
      ) : (
        <>
          <IconButton label={label} aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {icon}
          </IconButton>
          <Dialog open={open} onClose={() => setOpen(false)} title="Notifications">
            <div className="-mx-3">{centre}</div>
          </Dialog>
        </>
      )}
      <Arrival />
    </div>
  );
}
