import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { formatAge } from "../../../lib/format.ts";
import { serverNow } from "../../../lib/server-clock.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { PhotoImg } from "../../../ui/photo-img.tsx";
import { toast } from "../../../ui/toast.tsx";
import { refreshListings, refreshSessionAfter } from "../listing-form/api.ts";
import { discardDraft, syncDrafts } from "./draft-sync.ts";
import { draftsOf, GUEST, type ItemDraft } from "./drafts.ts";
import { publishDraft, publishedTitle } from "./publish-draft.ts";

/** The seller's drafts, from this and other devices (D2). */
export function DraftRows({ owner }: { owner: string }) {
  const [drafts, setDrafts] = useState(() => draftsOf(owner));
  const { data } = useQuery({
    queryKey: ["drafts", owner],
    queryFn: ({ signal }) => syncDrafts(owner, signal),
    enabled: owner !== GUEST,
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => {
    if (data) setDrafts(data);
  }, [data]);
  if (drafts.length === 0) return null;
  return (
    <section aria-label="Drafts" className="mb-6 rounded-lg bg-surface px-4 py-1">
      <ul className="divide-y divide-line">
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} onChanged={() => setDrafts(draftsOf(owner))} />
        ))}
      </ul>
    </section>
  );
}

function DraftRow({ draft, onChanged }: { draft: ItemDraft; onChanged: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const title = draft.values.title.trim() || "Untitled listing";
  const address = `/AddItem?draft=${draft.id}`;

  const retry = async () => {
    setBusy(true);
    const published = await publishDraft(draft, serverNow);
    setBusy(false);
    if (published.ok) {
      refreshListings(client);
      toast({ title: publishedTitle(published.item), description: published.item.title });
    } else if (published.correctable) void navigate(address);
    else refreshSessionAfter(client, published.problem);
    onChanged();
  };
  const discard = () => {
    if (!window.confirm(`Discard "${title}"? You can't get it back.`)) return;
    void discardDraft(draft.seller_id, draft.id);
    onChanged();
  };

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <PhotoImg photo={draft.photos[0] ?? null} alt="" sizes="64px" className="size-14 shrink-0 rounded-md bg-page!" />
      <div className="min-w-0 flex-1 basis-48">
        <p dir="auto" className="truncate font-semibold">
          {title}
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          {draft.unsynced ? null : <Badge className="bg-page!">Draft</Badge>}
          <span>
            {draft.unsynced && draft.problem
              ? draft.problem
              : `${draft.sent ? "Saved to your account" : "Saved on this device"} ${formatAge(draft.saved_at, serverNow())}`}
          </span>
        </p>
      </div>
      <div className="flex flex-wrap gap-1">
        {draft.unsynced ? (
          <Button size="sm" variant="secondary" loading={busy} onClick={() => void retry()}>
            Not saved – Retry
          </Button>
        ) : null}
        <LinkButton size="sm" variant={draft.unsynced ? "ghost" : "secondary"} to={address}>
          {draft.unsynced ? "Edit" : "Continue"}
        </LinkButton>
        <Button size="sm" variant="ghost" onClick={discard} disabled={busy} aria-label={`Discard ${title}`}>
          Discard
        </Button>
      </div>
    </li>
  );
}
