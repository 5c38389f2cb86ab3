import { Mail, MessageSquareText } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { OutboxEmail } from "#contract/notifications/email-outbox";
import { formatDateTime } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { PageBody, PageHeader } from "../../../ui/layout.tsx";
import { QueryState, RowSkeletons } from "../../../ui/placeholders.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { toast, toastError } from "../../../ui/toast.tsx";
import { AdminList } from "../admin-list.tsx";
import { useOutbox, useRetryEmail, useTexts } from "./api.ts";
import { OutboxEmailDialog } from "./outbox-email-dialog.tsx";
import { TemplateGallery } from "./template-gallery.tsx";

const STATUS = {
  queued: { label: "Queued", tone: "wattleSoft" },
  sent: { label: "Sent", tone: "brand" },
  kept: { label: "Stored here", tone: "neutral" },
  failed: { label: "Failed", tone: "hotSoft" },
} as const;

const TABS = [
  { value: "all", label: "Outbox" },
  { value: "failed", label: "Failed" },
  { value: "texts", label: "Texts" },
  { value: "templates", label: "All templates" },
] as const;
type View = (typeof TABS)[number]["value"];

/** /EmailTest, for admins: emails the service has sent, and a gallery of all templates. */
export default function EmailScreen() {
  const [query, setQuery] = useSearchParams();
  const wanted = query.get("view");
  const view: View = TABS.find(({ value }) => value === wanted)?.value ?? "all";
  return (
    <PageBody width="form">
      <PageHeader
        title="Emails"
        description="Every email Goodstreet has sent, and all its templates. If no mail service is connected, emails are stored here."
      />
      <Tabs
        label="Emails"
        tabs={TABS}
        value={view}
        onChange={(next) => setQuery({ view: next }, { replace: true })}
        className="mb-5"
      >
        {view === "templates" ? (
          <TemplateGallery />
        ) : view === "texts" ? (
          <StoredTexts />
        ) : (
          <Outbox failedOnly={view === "failed"} />
        )}
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
        what="emails"
        empty={
          <EmptyState
            icon={<Mail className="size-7" />}
            title={failedOnly ? "No failed emails" : "No emails yet"}
            description={failedOnly ? "Emails that failed 8 times appear here." : "Your first email will appear here."}
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
      onSuccess: () => toast({ title: "Sending again" }),
      onError: toastError("We couldn't send it again"),
    });
  return (
    <li className="flex flex-wrap items-center gap-x-2 sm:flex-nowrap">
      <button
        type="button"
        disabled={mail.private}
        onClick={onOpen}
        className="flex min-h-16 w-full flex-wrap items-center gap-x-4 gap-y-1 rounded-md px-3 py-3 text-left transition-colors duration-150 enabled:hover:bg-surface sm:flex-nowrap"
      >
        <span className="min-w-0 flex-1 basis-full sm:basis-auto">
          <span className="block truncate font-semibold">{mail.subject}</span>
          <span className="block truncate text-sm text-muted">
            To {mail.to}
            {mail.private ? ". Between two people, so we don't show it." : ""}
          </span>
          {mail.last_error ? <span className="block text-sm text-hot-ink">{mail.last_error}</span> : null}
        </span>
        <Badge tone={tone}>{label}</Badge>
        <span className="text-sm text-muted tabular-nums sm:w-40 sm:text-right">{formatDateTime(mail.created_at)}</span>
      </button>
      {mail.status === "failed" && !mail.private ? (
        <Button
          size="sm"
          variant="secondary"
          loading={retry.isPending}
          aria-label={`Send again: ${mail.subject}`}
          className="mb-3 ml-3 sm:mb-0 sm:ml-0"
          onClick={again}
        >
          Send again
        </Button>
      ) : null}
    </li>
  );
}

/** Text messages of a local run, which has no SMS provider. */
function StoredTexts() {
  const texts = useTexts();
  if (!texts.data) {
    return (
      <QueryState query={texts} what="texts" title="The texts didn't load">
        <RowSkeletons count={3} />
      </QueryState>
    );
  }
  if (texts.data.items.length === 0) {
    return (
      <EmptyState
        icon={<MessageSquareText className="size-7" />}
        title="No stored texts"
        description="Texts are stored here on a developer's machine only. A provider's texts aren't kept."
      />
    );
  }
  return (
    <ul className="divide-y divide-line">
      {texts.data.items.map(({ id, to, text, created_at }) => (
        <li key={id} className="py-3">
          <p className="font-semibold">{text}</p>
          <p className="text-sm text-muted">
            To {to}, {formatDateTime(created_at)}
          </p>
        </li>
      ))}
    </ul>
  );
}
