import { useInfiniteQuery } from "@tanstack/react-query";
import { Mail, RotateCw } from "lucide-react";
import { useState } from "react";
import type { OutboxMail } from "#contract/mail";
import { api, unwrap } from "../../lib/api-client.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { PageBody, PageHeader } from "../../ui/layout.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { MailDialog } from "./mail-dialog.tsx";

const STATUS = {
  queued: { label: "Queued", tone: "wattleSoft" },
  sent: { label: "Sent", tone: "brand" },
  kept: { label: "Kept here", tone: "neutral" },
  failed: { label: "Failed", tone: "hotSoft" },
} as const;

function MailRow({ mail, onOpen }: { mail: OutboxMail; onOpen: () => void }) {
  const { label, tone } = STATUS[mail.status];
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-16 w-full flex-wrap items-center gap-x-4 gap-y-1 rounded-md px-3 py-3 text-left transition-colors duration-150 hover:bg-surface sm:flex-nowrap"
      >
        <span className="min-w-0 flex-1 basis-full sm:basis-auto">
          <span className="block truncate font-semibold">{mail.subject}</span>
          <span className="block truncate text-sm text-muted">To {mail.to}</span>
          {mail.last_error ? <span className="block text-sm text-hot-ink">{mail.last_error}</span> : null}
        </span>
        <Badge tone={tone}>{label}</Badge>
        <span className="text-sm text-muted tabular-nums sm:w-40 sm:text-right">{formatDateTime(mail.created_at)}</span>
      </button>
    </li>
  );
}

/** /EmailTest, for admins: what the service has written to people, newest first. */
export default function EmailTestScreen() {
  const [opened, setOpened] = useState<OutboxMail | null>(null);
  const outbox = useInfiniteQuery({
    queryKey: ["admin", "mail"],
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      unwrap(api.api.admin.mail.$get({ query: pageParam === "" ? {} : { cursor: pageParam } })),
    getNextPageParam: (page) => page.next_cursor,
  });
  const mails = outbox.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <PageBody width="form">
      <PageHeader
        title="E-mails"
        description="Everything Goodstreet has written to people. Without a mail service the messages are kept here."
        actions={
          <Button
            variant="secondary"
            icon={<RotateCw className="size-4" aria-hidden="true" />}
            loading={outbox.isRefetching}
            onClick={() => void outbox.refetch()}
          >
            Refresh
          </Button>
        }
      />
      {outbox.isPending ? (
        <div role="status" className="grid gap-3">
          <span className="sr-only">Loading…</span>
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </div>
      ) : outbox.isError && mails.length === 0 ? (
        <ErrorState error={outbox.error} onRetry={() => void outbox.refetch()} />
      ) : mails.length === 0 ? (
        <EmptyState
          icon={<Mail className="size-7" />}
          title="No e-mails yet"
          description="They appear here as soon as the first one is written."
        />
      ) : (
        <>
          <ul className="-mx-3 divide-y divide-line">
            {mails.map((mail) => (
              <MailRow key={mail.id} mail={mail} onOpen={() => setOpened(mail)} />
            ))}
          </ul>
          {outbox.hasNextPage ? (
            <div className="mt-6 flex justify-center">
              <Button variant="quiet" loading={outbox.isFetchingNextPage} onClick={() => void outbox.fetchNextPage()}>
                Show older
              </Button>
            </div>
          ) : null}
        </>
      )}
      <MailDialog mail={opened} onClose={() => setOpened(null)} />
    </PageBody>
  );
}
