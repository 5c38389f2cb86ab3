import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { Megaphone } from "lucide-react";
import { useEffect } from "react";
import { Link, useParams } from "react-router-dom";
import type { AnnouncementCard } from "#contract/community/announcements";
import type { BarCounts } from "#domain/notifications/bar-counts";
import { api, unwrap } from "../../../lib/api-client.ts";
import { useDocumentTitle } from "../../../lib/document-title.ts";
import { formatDate } from "../../../lib/format.ts";
import { COUNTS_KEY, pages } from "../../../lib/query-client.ts";
import { useSession } from "../../../lib/session.ts";
import { Badge } from "../../../ui/badge.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { PageBody, PageHeader } from "../../../ui/layout.tsx";
import { LoadMore } from "../../../ui/load-more.tsx";
import { QueryState } from "../../../ui/placeholders.tsx";
import { Prose } from "../../../ui/prose.tsx";
import { PageSkeleton, Skeleton } from "../../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../../ui/states.tsx";

/** /Announcements: the list of announcements; with an id, one of them. */
export default function AnnouncementsScreen() {
  const { id } = useParams();
  return id === undefined ? <List /> : <One key={id} id={id} />;
}

function List() {
  const query = useAnnouncements();
  const client = useQueryClient();
  const { signedIn } = useSession();
  const shown = query.isSuccess;
  useEffect(() => {
    if (!shown || !signedIn) return;
    // Clears the count in the menu; the dots stay during this visit. A failure is ignored.
    markSeen().then(
      () => client.setQueryData<BarCounts>(COUNTS_KEY, (counts) => counts && { ...counts, announcements: 0 }),
      () => undefined,
    );
  }, [shown, signedIn, client]);
  const list = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <PageBody width="form">
      <PageHeader title="Announcements" description="News and updates" />
      {query.data === undefined ? (
        <QueryState query={query} what="announcements" title="The announcements didn't load" className="grid gap-4">
          {["a", "b", "c"].map((key) => (
            <Skeleton key={key} className="h-32 rounded-lg" />
          ))}
        </QueryState>
      ) : list.length === 0 ? (
        <EmptyState
          icon={<Megaphone className="size-7" />}
          title="No announcements yet"
          description="News and updates will show up here."
        />
      ) : (
        <>
          <ul className="grid gap-4">
            {list.map((one) => (
              <Entry key={one.id} announcement={one} />
            ))}
          </ul>
          <LoadMore what="announcements" list={query} />
        </>
      )}
    </PageBody>
  );
}

function Entry({ announcement: { id, title, excerpt, published_at, unread } }: { announcement: AnnouncementCard }) {
  return (
    <li className="relative rounded-lg bg-surface p-5 transition-colors duration-150 hover:bg-brand-soft has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-brand">
      <p className="flex items-center gap-2 text-sm text-muted">
        <time dateTime={new Date(published_at).toISOString()}>{formatDate(published_at)}</time>
        {unread ? <Badge tone="wattle">New</Badge> : null}
      </p>
      <h2 className="mt-1.5 text-lg font-bold">
        <Link to={`/Announcements/${id}`} className="outline-none after:absolute after:inset-0">
          {title}
        </Link>
      </h2>
      <p className="mt-1 line-clamp-3 text-muted">{excerpt}</p>
    </li>
  );
}

function One({ id }: { id: string }) {
  const announcement = useAnnouncement(id);
  useDocumentTitle(announcement.data?.title);
  if (announcement.isPending) return <PageSkeleton />;
  if (announcement.data === undefined) {
    return (
      <PageBody width="form">
        <ErrorState title="This announcement isn't here" query={announcement} />
        <p className="text-center">
          <LinkButton to="/Announcements" variant="secondary">
            All announcements
          </LinkButton>
        </p>
      </PageBody>
    );
  }
  const { html, published_at } = announcement.data;
  return (
    <PageBody width="form">
      <article>
        <PageHeader
          title={announcement.data.title}
          description={<time dateTime={new Date(published_at).toISOString()}>{formatDate(published_at)}</time>}
          back={{ to: "/Announcements", label: "All announcements" }}
        />
        <Prose html={html} />
      </article>
    </PageBody>
  );
}

const KEY = ["announcements"] as const;

function useAnnouncements() {
  return useInfiniteQuery({
    queryKey: [...KEY, "list"],
    ...pages((cursor, init) => unwrap(api.api.announcements.$get({ query: cursor }, init))),
  });
}

function useAnnouncement(id: string) {
  return useQuery({
    queryKey: [...KEY, "one", id],
    queryFn: ({ signal }) => unwrap(api.api.announcements[":id"].$get({ param: { id } }, { init: { signal } })),
  });
}

/** Marks all announcements as read. */
function markSeen(): Promise<{ ok: true }> {
  return unwrap(api.api.announcements.seen.$post());
}
