import { Megaphone, Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import type { StaffAnnouncement } from "#contract/community/announcements";
import { formatDateTime } from "../../../lib/format.ts";
import { useNow } from "../../../lib/use-now.ts";
import { Badge } from "../../../ui/badge.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { PageBody, PageHeader } from "../../../ui/layout.tsx";
import { lazyPart, missingPart } from "../../../ui/lazy-part.tsx";
import { PageSkeleton } from "../../../ui/skeleton.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { AdminList } from "../admin-list.tsx";
import { stateOf } from "./announcement-form.ts";
import type { State } from "./api.ts";
import { useStaffAnnouncements } from "./api.ts";
import { ZONE } from "./zone.ts";

const STATE_LABELS: Record<State, string> = {
  draft: "Draft",
  scheduled: "Scheduled",
  published: "Published",
  ended: "Ended",
};

/** Formats the publication times: "From Sat 28 Nov, 2:30 pm until Mon 30 Nov, 9:00 am". */
function publicationLabel({ published_at, ends_at, updated_at }: StaffAnnouncement): string {
  if (published_at === null) return `Edited ${formatDateTime(updated_at, ZONE)}`;
  const until = ends_at === null ? "" : ` until ${formatDateTime(ends_at, ZONE)}`;
  return `From ${formatDateTime(published_at, ZONE)}${until}`;
}

const Editor = lazyPart(() => import("./editor.tsx"), missingPart);

const NEW = "new";

/**
 * /AnnouncementEditor, for admins: the list of drafts and of scheduled, published and expired announcements; with ?id=
 * the editor.
 */
export default function AnnouncementEditorScreen() {
  const [query] = useSearchParams();
  const list = useStaffAnnouncements();
  const [loaded, setLoaded] = useState(0);
  const id = query.get("id");
  const opened = list.data?.pages.flatMap((page) => page.items).find((one) => one.id === id) ?? null;
  const known = id === NEW || opened !== null;
  if (id !== null && !known && list.isPending) return <PageSkeleton />;
  if (id !== null && known) {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <Editor
          key={`${id}.${loaded}`}
          opened={opened}
          onReload={() => void list.refetch().then(() => setLoaded((before) => before + 1))}
        />
      </Suspense>
    );
  }
  return (
    <PageBody width="form">
      <PageHeader
        title="Announcement Editor"
        description="News for everyone. Drafts are visible to staff only."
        actions={
          <LinkButton to={`/AnnouncementEditor?id=${NEW}`} icon={<Plus className="size-5" />}>
            New announcement
          </LinkButton>
        }
      />
      <AdminList
        list={list}
        what="announcements"
        empty={
          <EmptyState
            icon={<Megaphone className="size-7" />}
            title="No announcements yet"
            description="Write your first one. You can keep it as a draft."
          />
        }
      >
        {(rows) => (
          <ul className="grid gap-3">
            {rows.map((one) => (
              <Entry key={one.id} announcement={one} />
            ))}
          </ul>
        )}
      </AdminList>
    </PageBody>
  );
}

const TONES = {
  draft: "neutral",
  scheduled: "wattleSoft",
  published: "brand",
  ended: "neutral",
} as const satisfies Record<State, string>;

function Entry({ announcement }: { announcement: StaffAnnouncement }) {
  const state = stateOf(announcement, useNow());
  return (
    <li className="relative rounded-lg bg-surface p-4 transition-colors duration-150 hover:bg-brand-soft has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-brand">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 flex-1 basis-60 text-lg font-bold wrap-anywhere">
          <Link
            dir="auto"
            to={`/AnnouncementEditor?id=${announcement.id}`}
            className="outline-none after:absolute after:inset-0"
          >
            {announcement.title}
          </Link>
        </h2>
        <Badge tone={TONES[state]} className={state === "draft" || state === "ended" ? "bg-page!" : ""}>
          {STATE_LABELS[state]}
        </Badge>
      </div>
      <p className="mt-1 text-sm text-muted">
        {publicationLabel(announcement)} · {announcement.author}
      </p>
    </li>
  );
}
