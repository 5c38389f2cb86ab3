import { clsx } from "clsx";
import { ImageIcon, MessagesSquare } from "lucide-react";
import { Link } from "react-router-dom";
import type { ThreadView } from "#contract/messages";
import { formatDate, formatTime } from "../../lib/format.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { PhotoImg } from "../../ui/photo-img.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { listOf, useThreads } from "./cache.ts";

/** The list of conversations, most recently changed first. */
export function ThreadList({ current, className }: { current?: string | undefined; className: string }) {
  const query = useThreads();
  const conversations = listOf(query.data);
  return (
    <section aria-label="Conversations" className={className}>
      <h1 className="text-2xl font-extrabold">Messages</h1>
      {query.isPending ? (
        <ListSkeleton />
      ) : query.isError && conversations.length === 0 ? (
        <ErrorState title="Your messages didn't load" query={query} />
      ) : conversations.length === 0 ? (
        <EmptyState
          icon={<MessagesSquare className="size-7" />}
          title="No messages yet"
          description="To ask about an item, open it and tap Message seller. Your conversations will show up here."
          action={<LinkButton to="/Marketplace">Browse the marketplace</LinkButton>}
        />
      ) : (
        <>
          <ul className="-mx-2 mt-3 flex flex-col gap-0.5">
            {conversations.map((one) => (
              <Row key={one.id} one={one} current={one.id === current} />
            ))}
          </ul>
          {query.hasNextPage ? (
            <Button
              variant="quiet"
              block
              className="mt-3"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Show older
            </Button>
          ) : null}
        </>
      )}
    </section>
  );
}

function Row({ one, current }: { one: ThreadView; current: boolean }) {
  const { other, item, unread } = one;
  return (
    <li>
      <Link
        to={`/Messages/${one.id}`}
        aria-current={current ? "page" : undefined}
        className={clsx(
          "flex items-center gap-3 rounded-md px-2 py-2.5 transition-colors duration-150",
          current ? "bg-brand-soft" : "hover:bg-surface",
        )}
      >
        {item ? (
          <PhotoImg photo={null} url={item.photo_url} alt="" className="size-12 shrink-0 rounded-md" />
        ) : (
          <Avatar name={other.display_name} />
        )}
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-2">
            <span dir="auto" className={clsx("truncate", unread > 0 ? "font-bold" : "font-semibold")}>
              {other.display_name}
            </span>
            <time dateTime={new Date(one.at).toISOString()} className="shrink-0 text-sm text-muted">
              {shortTime(one.at)}
            </time>
          </span>
          {item ? (
            <span dir="auto" className="block truncate text-sm text-muted">
              {item.title}
            </span>
          ) : null}
          <span className="flex items-center justify-between gap-2">
            <span className={clsx("truncate text-sm", unread > 0 ? "font-semibold text-ink" : "text-muted")}>
              <Snippet one={one} />
            </span>
            {unread > 0 ? (
              <Badge tone="wattle">
                <span aria-hidden="true">{unread > 99 ? "99+" : unread}</span>
                <span className="sr-only">{unread} unread</span>
              </Badge>
            ) : null}
          </span>
        </span>
      </Link>
    </li>
  );
}

function Snippet({ one }: { one: ThreadView }) {
  const { last_message: last } = one;
  if (last === null) return "No messages yet";
  const preview =
    last.text ||
    (last.photo ? (
      <>
        <ImageIcon className="mr-1 inline size-4 align-[-3px]" />
        Photo
      </>
    ) : (
      ""
    ));
  return (
    <>
      {last.from === "me" ? `You: ` : null}
      {preview}
    </>
  );
}

/** Formats the time of a message: the time today, "Yesterday", or the date. */
function shortTime(at: number): string {
  const day = (of: number) => new Date(of).toDateString();
  const now = serverNow();
  if (day(at) === day(now)) return formatTime(at);
  if (day(at) === day(now - 86_400_000)) return "Yesterday";
  return formatDate(at).split(" ").slice(1, 3).join(" ");
}

function ListSkeleton() {
  return (
    <Loading what="messages" className="mt-5 grid gap-5">
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="flex items-center gap-3">
          <Skeleton className="size-12 shrink-0" />
          <div className="min-w-0 flex-1">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="mt-2 h-4 w-4/5" />
          </div>
        </div>
      ))}
    </Loading>
  );
}
