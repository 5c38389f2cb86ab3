import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import type { DataExport, OwnDataReply } from "#contract/account/own-data";
import { api, errorMessage, unwrap } from "../../../lib/api-client.ts";
import { formatDateTime, formatDay } from "../../../lib/format.ts";
import { useRefreshSession } from "../../../lib/session.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Section } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useReauthentication } from "../reauthentication.tsx";
import { obstacleText } from "./obstacle-text.ts";

const OWN_DATA_KEY = ["own-data"];
const CHECK_EVERY_MS = 4_000;

const MB = 1024 * 1024;
const sizeText = (bytes: number) => (bytes < MB / 10 ? "less than 0.1 MB" : `${(bytes / MB).toFixed(1)} MB`);

const data = api.api.account.data;
const deletion = api.api.account.deletion;

/** Settings section: a copy of one's data, and the deletion of the account (D61). */
export function OwnDataSection() {
  const client = useQueryClient();
  const own = useQuery({
    queryKey: OWN_DATA_KEY,
    queryFn: ({ signal }) => unwrap(data.$get({}, { init: { signal } })),
    refetchInterval: (query) => (query.state.data?.export?.status === "queued" ? CHECK_EVERY_MS : false),
  });
  const store = (reply: OwnDataReply) => client.setQueryData(OWN_DATA_KEY, reply);

  return (
    <div className="mt-12 border-t border-line pt-8">
      <Section
        id="your-data"
        title="Your data"
        description="Take a copy of what we have about you, or leave Goodstreet."
      >
        {own.isPending ? <Skeleton className="h-28" /> : null}
        {own.isError ? <ErrorState title="This didn't load" query={own} /> : null}
        {own.data ? (
          <div className="grid gap-9">
            <ExportPart latest={own.data.export} onReply={store} />
            <DeletionPart own={own.data} onReply={store} />
          </div>
        ) : null}
      </Section>
    </div>
  );
}

interface PartProps {
  onReply: (reply: OwnDataReply) => void;
}

function ExportPart({ latest, onReply }: PartProps & { latest: DataExport | null }) {
  const { confirmed, dialog } = useReauthentication("You're asking for a copy of all your data.");
  const request = useMutation({
    mutationFn: () => confirmed(() => unwrap(data.export.$post())),
    onSuccess: onReply,
  });
  const download = useMutation({
    mutationFn: async ({ id, href }: { id: string; href: string }) => {
      await confirmed(() => unwrap(data.exports[":id"].$get({ param: { id } })));
      // The reply is an attachment, so the page stays.
      window.location.assign(href);
    },
  });
  const isQueued = latest?.status === "queued";
  return (
    <div className="grid gap-3">
      <h3 className="font-bold">Download my data</h3>
      <p className="max-w-prose text-muted">
        A ZIP file with your profile, listings, orders, messages and photos, as JSON and as spreadsheets. We make it in
        the background and email you when it's ready.
      </p>
      {isQueued ? <Notice kind="info" title="We're preparing your file. You can leave this page." /> : null}
      {latest?.status === "ready" && latest.expires_at !== null ? (
        <Notice kind="success" title="Your file is ready">
          <p>You can download it until {formatDateTime(latest.expires_at)}. Then we delete it.</p>
          <a
            href={`/api/account/data/exports/${latest.id}/file`}
            download
            onClick={(event) => {
              event.preventDefault();
              download.mutate({ id: latest.id, href: event.currentTarget.href });
            }}
            className="mt-2.5 inline-flex min-h-11 items-center gap-2 rounded-full border border-field px-5 py-2 font-semibold transition-colors duration-150 hover:border-ink hover:bg-surface"
          >
            <Download className="size-4" />
            Download ({sizeText(latest.bytes ?? 0)})
          </a>
        </Notice>
      ) : null}
      {latest?.status === "failed" ? (
        <Notice kind="error">We couldn't prepare your file. Please try again, or contact us.</Notice>
      ) : null}
      {download.isError ? <Notice kind="error">{errorMessage(download.error)}</Notice> : null}
      {request.isError ? <Notice kind="error">{errorMessage(request.error)}</Notice> : null}
      {isQueued ? null : (
        <div>
          <Button
            size="sm"
            variant="secondary"
            icon={<Download className="size-4" />}
            loading={request.isPending}
            onClick={() => request.mutate()}
          >
            {latest?.status === "ready" ? "Prepare a new copy" : "Prepare my data"}
          </Button>
        </div>
      )}
      {dialog}
    </div>
  );
}

function DeletionPart({ own, onReply }: PartProps & { own: OwnDataReply }) {
  const refreshSession = useRefreshSession();
  const [asking, setAsking] = useState(false);
  const { confirmed, dialog } = useReauthentication("You're deleting your account.");
  const onDone = (reply: OwnDataReply) => {
    onReply(reply);
    setAsking(false);
    void refreshSession();
  };
  const start = useMutation({
    mutationFn: () => confirmed(() => unwrap(deletion.$post())),
    onSuccess: onDone,
  });
  const keep = useMutation({
    mutationFn: () => unwrap(deletion.$delete()),
    onSuccess: (reply) => {
      onDone(reply);
      toast({ title: "We're keeping your account", description: "Your listings are visible again." });
    },
  });

  if (own.deletion) {
    return (
      <div className="grid gap-3">
        <h3 className="font-bold">Delete my account</h3>
        <Notice kind="warning" title={`We'll delete your account on ${formatDay(own.deletion.due_at)}`}>
          <p>
            {own.deletion.by_staff ? "You asked us by email. " : null}Your listings are hidden until then. You can still
            change your mind.
          </p>
          {keep.isError ? <p role="alert">{errorMessage(keep.error)}</p> : null}
          <Button size="sm" className="mt-2.5" loading={keep.isPending} onClick={() => keep.mutate()}>
            Keep my account
          </Button>
        </Notice>
        <Obstacles own={own} title="We can only delete your account once you've finished:" />
      </div>
    );
  }
  return (
    <div className="grid gap-3">
      <h3 className="font-bold">Delete my account</h3>
      <p className="max-w-prose text-muted">
        We hide your listings now and erase your data after 14 days. Until then you can change your mind. Records of
        orders and payments stay for seven years, without your name.
      </p>
      <Obstacles own={own} title="Before you can delete your account, please finish:" />
      {own.obstacles.length === 0 ? (
        <div>
          <Button size="sm" variant="danger" icon={<Trash2 className="size-4" />} onClick={() => setAsking(true)}>
            Delete my account
          </Button>
        </div>
      ) : null}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Delete your account?"
        description="Your listings are hidden straight away. In 14 days we erase your profile, listings, photos, addresses, payment details and settings. That can't be undone."
        size="sm"
        sticky={start.isPending}
        footer={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)} disabled={start.isPending}>
              Keep my account
            </Button>
            <Button variant="danger" loading={start.isPending} onClick={() => start.mutate()}>
              Delete my account
            </Button>
          </>
        }
      >
        <p className="text-muted">
          People you've written to keep your messages, without your name. Your ratings of others stay too. Want a copy
          of your data? Download it first.
        </p>
        {start.isError ? (
          <Notice kind="error" className="mt-4">
            {errorMessage(start.error)}
          </Notice>
        ) : null}
      </Dialog>
      {dialog}
    </div>
  );
}

function Obstacles({ own, title }: { own: OwnDataReply; title: string }) {
  if (own.obstacles.length === 0) return null;
  return (
    <Notice kind="info" title={title}>
      <ul className="mt-2 grid gap-3">
        {own.obstacles.map((obstacle) => {
          const { text, link } = obstacleText(obstacle);
          return (
            <li key={obstacle.kind} className="flex flex-wrap items-center justify-between gap-2.5">
              <span>{text}</span>
              <LinkButton to={link.to} size="sm" variant="secondary">
                {link.label}
              </LinkButton>
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}
