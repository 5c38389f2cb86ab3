import { Mail } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { OutboxEmail } from "#contract/notifications/email-outbox";
import { errorMessage } from "../../../lib/api-client.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { PageBody, PageHeader } from "../../../ui/layout.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { toast } from "../../../ui/toast.tsx";
import { AdminList } from "../admin-list.tsx";
import { useOutbox, useRetryEmail } from "./api.ts";
import { OutboxEmailDialog } from "./outbox-email-dialog.tsx";
import { TemplateGallery } from "./template-gallery.tsx";
import * as words from "./words.ts";

const STATUS = {
  queued: { label: words.queued, tone: "wattleSoft" },
  sent: { label: words.sent, tone: "brand" },
  kept: { label: words.keptHere, tone: "neutral" },
  failed: { label: words.failed, tone: "hotSoft" },
} as const;

const TABS = [
  { value: "all", label: words.outbox },
  { value: "failed", label: words.failed },
  { value: "templates", label: words.allLetters },
] as const;
type View = (typeof TABS)[number]["value"];

/** /EmailTest, for admins: emails the service has sent, and a gallery of all templates. */
export default function EmailScreen() {
  const [query, setQuery] = useSearchParams();
  const wanted = query.get("view");
  const view: View = TABS.find(({ value }) => value === wanted)?.value ?? "all";
  return (
    <PageBody width="form">
      <PageHeader title={words.emails} description={words.description} />
      <Tabs
        label={words.emails}
        tabs={TABS}
        value={view}
        onChange={(next) => setQuery({ view: next }, { replace: true })}
        className="mb-5"
      >
        {view === "templates" ? <TemplateGallery /> : <Outbox failedOnly={view === "failed"} />}
      </Tabs>
    </PageBody>
  );
}

function Outbox({ failedOnly }: { failedOnly: boolean }) {
  const [opened, setOpened] = useState<OutboxEmail | null>(null);
  const outbox = useOutbox(failedOnly);
  return (
    <>
      <AdminList
        list={outbox}
        what={words.listed}
        empty={
          <EmptyState
            icon={<Mail className="size-7" />}
            title={failedOnly ? words.noneFailed : words.noneYet}
            description={failedOnly ? words.noneFailedDescription : words.noneYetDescription}
          />
        }
      >
        {(mails) => (
          <ul className="-mx-3 divide-y divide-line">
            {mails.map((mail) => (
              <MailRow key={mail.id} mail={mail} onOpen={() => setOpened(mail)} />
            ))}
          </ul>
        )}
      </AdminList>
      <OutboxEmailDialog mail={opened} onClose={() => setOpened(null)} />
    </>
  );
}

function MailRow({ mail, onOpen }: { mail: OutboxEmail; onOpen: () => void }) {
  const { label, tone } = STATUS[mail.status];
  const retry = useRetryEmail();
  const again = () =>
    retry.mutate(mail.id, {
      onSuccess: () => toast({ title: words.itIsBeingSentAgain }),
      onError: (error) =>
        toast({ title: words.thatDidntWork, description: errorMessage(error), variant: "destructive" }),
    });
  return (
    <li className="flex flex-wrap items-center gap-x-2 sm:flex-nowrap">
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-16 w-full flex-wrap items-center gap-x-4 gap-y-1 rounded-md px-3 py-3 text-left transition-colors duration-150 hover:bg-surface sm:flex-nowrap"
      >
        <span className="min-w-0 flex-1 basis-full sm:basis-auto">
          <span className="block truncate font-semibold">{mail.subject}</span>
          <span className="block truncate text-sm text-muted">{words.to(mail.to)}</span>
          {mail.last_error ? <span className="block text-sm text-hot-ink">{mail.last_error}</span> : null}
        </span>
        <Badge tone={tone}>{label}</Badge>
        <span className="text-sm text-muted tabular-nums sm:w-40 sm:text-right">{formatDateTime(mail.created_at)}</span>
      </button>
      {mail.status === "failed" ? (
        <Button
          size="sm"
          variant="secondary"
          loading={retry.isPending}
          aria-label={words.sendAgainNamed(mail.subject)}
          className="mb-3 ml-3 sm:mb-0 sm:ml-0"
          onClick={again}
        >
          {words.sendAgain}
        </Button>
      ) : null}
    </li>
  );
}
