import {
  ArrowLeftRight,
  BellRing,
  CalendarClock,
  Flag,
  Gift,
  HandCoins,
  Heart,
  type LucideIcon,
  Megaphone,
  MessageCircle,
  PackageCheck,
  ScanSearch,
  Search,
  ShieldAlert,
  Star,
  Store,
  Tag,
  UserPlus,
  Users,
} from "lucide-react";
import { Link } from "react-router-dom";
import type { NotificationView } from "#contract/notifications";
import { KIND_COPY, type NotificationKind } from "#domain/notifications/notification-kinds";
import { formatAge } from "../../lib/format.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { Button } from "../../ui/button.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { useMarkRead, useNotifications } from "./api.ts";

const unreadOf = (kind: string) => `Unread, ${kind}:`;

const ICONS: Record<NotificationKind, LucideIcon> = {
  order: PackageCheck,
  pickup: CalendarClock,
  message: MessageCircle,
  trade: ArrowLeftRight,
  offer: HandCoins,
  line: Users,
  giveaway: Gift,
  price_drop: Tag,
  saved_search: Search,
  request_match: ScanSearch,
  listing: Store,
  follow: UserPlus,
  rating: Star,
  report: Flag,
  standing: ShieldAlert,
  announcement: Megaphone,
};

/** The notification centre, newest first. Opening a notification marks it as read. */
export default function Centre({ onGo }: { onGo: () => void }) {
  const lines = useNotifications();
  const read = useMarkRead();
  const items = lines.data?.pages.flatMap((page) => page.items) ?? [];
  const newest = items[0];
  const unread = items.some((line) => !line.read);

  if (lines.isPending) {
    return (
      <div aria-busy="true" className="grid gap-3 p-3">
        <span className="sr-only">Loading notifications</span>
        {["a", "b", "c", "d"].map((key) => (
          <Skeleton key={key} className="h-16" />
        ))}
      </div>
    );
  }
  if (lines.isError && items.length === 0) {
    return <ErrorState className="py-10" query={lines} />;
  }
  if (items.length === 0) {
    return (
      <EmptyState
        className="py-10"
        icon={<BellRing className="size-7" />}
        title="Nothing new"
        description="Messages, trades, orders and price drops will show up here."
        action={
          <Link to="/Settings#notifications" onClick={onGo} className="font-semibold text-brand-ink underline">
            Choose your notifications
          </Link>
        }
      />
    );
  }
  return (
    <div>
      <div className="flex items-center justify-between gap-3 px-3 pt-1 pb-2">
        <Link
          to="/Settings#notifications"
          onClick={onGo}
          className="inline-flex min-h-tap items-center font-semibold text-brand-ink underline-offset-4 hover:underline"
        >
          Preferences
        </Link>
        <Button
          variant="ghost"
          size="sm"
          disabled={!unread || newest === undefined}
          loading={read.isPending && read.variables !== undefined && "up_to" in read.variables}
          onClick={() => newest && read.mutate({ up_to: newest.at })}
        >
          Mark all as read
        </Button>
      </div>
      <ul>
        {items.map((line) => (
          <Line
            key={line.id}
            line={line}
            onGo={() => {
              if (!line.read) read.mutate({ link: line.link });
              onGo();
            }}
          />
        ))}
      </ul>
      {lines.hasNextPage ? (
        <div className="-mt-6 pb-4">
          <LoadMore what="notifications" list={lines} />
        </div>
      ) : null}
    </div>
  );
}

function Line({ line, onGo }: { line: NotificationView; onGo: () => void }) {
  const Icon = ICONS[line.kind] ?? Heart;
  return (
    <li>
      <Link
        to={line.link}
        onClick={onGo}
        className="flex gap-3 rounded-md px-3 py-3 transition-colors duration-150 hover:bg-surface"
      >
        <span
          aria-hidden="true"
          className={`flex size-10 shrink-0 items-center justify-center rounded-full ${line.read ? "bg-surface text-muted" : "bg-brand-soft text-brand-ink"}`}
        >
          <Icon className="size-5" />
        </span>
        <span className="min-w-0 flex-1">
          {line.read ? null : <span className="sr-only">{unreadOf(KIND_COPY[line.kind]?.label ?? "")} </span>}
          <span dir="auto" className={`line-clamp-2 ${line.read ? "" : "font-semibold"}`}>
            {line.title}
          </span>
          {line.body === "" ? null : (
            <span dir="auto" className="line-clamp-2 text-sm text-muted">
              {line.body}
            </span>
          )}
          <span className="mt-0.5 block text-sm text-muted">
            {formatAge(line.at, serverNow())}
            {line.count > 1 ? ` · ${line.count > 99 ? "99+" : line.count} new` : ""}
          </span>
        </span>
        {line.read ? null : <span aria-hidden="true" className="mt-2 size-2.5 shrink-0 rounded-full bg-brand" />}
      </Link>
    </li>
  );
}
