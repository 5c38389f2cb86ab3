import { CheckCheck, HandHeart, Pencil, RotateCcw, XCircle } from "lucide-react";
import { useMemo, useState } from "react";
import { Link } from "react-router-dom";
import type { RequestDetail, RequestStatus } from "#contract/requests";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { formatAge } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { PageBody, PageHeader, Section } from "../../ui/layout.tsx";
import { PageSkeleton } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { CategoryChip, ItemCards, useGridStatus } from "../items/index.ts";
import { ReportButton } from "../safety/index.ts";
import { useRequest, useRequestCommand } from "./api.ts";
import { HaveThisDialog } from "./have-this-dialog.tsx";

import { placeLabel, priceLabel, STATUS_LABELS } from "./request-labels.ts";

const BACK = { to: "/Requests", label: "All requests" };

/** /Requests/{id}: one wanted post; its author also sees the matching listings. */
export function RequestPage({ id }: { id: string }) {
  const request = useRequest(id);
  if (request.data) return <Loaded request={request.data} />;
  if (request.isPending) return <PageSkeleton />;
  return (
    <PageBody>
      <ErrorState title="We can't find this request" query={request} />
      <p className="text-center">
        <LinkButton to="/Requests" variant="secondary">
          All requests
        </LinkButton>
      </p>
    </PageBody>
  );
}

function Loaded({ request }: { request: RequestDetail }) {
  const { title, description, category, max_price, status, author, yours, created_at, server_now } = request;
  const [offering, setOffering] = useState(false);
  useDocumentTitle(title);
  return (
    <PageBody width={yours ? "page" : "form"}>
      <PageHeader
        title={title}
        back={BACK}
        actions={
          yours ? (
            <OwnActions request={request} />
          ) : (
            <Button size="lg" icon={<HandHeart className="size-5" />} onClick={() => setOffering(true)}>
              I have this
            </Button>
          )
        }
      />
      <p className="flex flex-wrap items-center gap-2">
        {status === "open" ? null : <Badge tone="ink">{STATUS_LABELS[status]}</Badge>}
        <Badge tone="brand">{priceLabel(max_price)}</Badge>
        {category ? <CategoryChip category={category} /> : null}
        <span className="text-muted">{placeLabel(request)}</span>
      </p>
      {description ? (
        <p dir="auto" className="mt-4 max-w-prose whitespace-pre-line break-words">
          {description}
        </p>
      ) : null}
      <p className="mt-4 text-sm text-muted">
        {yours ? (
          "Posted by you"
        ) : (
          <>
            Posted by{" "}
            <Link
              dir="auto"
              to={`/Store/${author.id}`}
              className="font-semibold text-brand-ink underline underline-offset-4"
            >
              {author.display_name}
            </Link>
          </>
        )}
        , {formatAge(created_at, server_now)}
      </p>
      {yours ? (
        <Found request={request} />
      ) : (
        <>
          <ReportButton
            subject={{ type: "request", id: request.id }}
            what="this request"
            className="mt-5 -ml-3 text-muted!"
          >
            Report this request
          </ReportButton>
          <HaveThisDialog request={request} open={offering} onClose={() => setOffering(false)} />
        </>
      )}
    </PageBody>
  );
}

const DONE: Record<RequestStatus, string> = {
  open: "Request reopened",
  found: "Glad you found it",
  closed: "Request closed",
};

function OwnActions({ request: { id, status } }: { request: RequestDetail }) {
  const command = useRequestCommand();
  const set = (next: RequestStatus) =>
    command.mutate(
      { kind: "change", id, change: { status: next } },
      {
        onSuccess: () => toast({ title: DONE[next] }),
        onError: toastError("That didn't work"),
      },
    );
  if (status !== "open") {
    return (
      <Button
        variant="secondary"
        loading={command.isPending}
        icon={<RotateCcw className="size-4" />}
        onClick={() => set("open")}
      >
        Reopen
      </Button>
    );
  }
  return (
    <>
      <Button loading={command.isPending} icon={<CheckCheck className="size-4.5" />} onClick={() => set("found")}>
        I found it
      </Button>
      <LinkButton to={`/AddRequest?edit=${id}`} variant="secondary" icon={<Pencil className="size-4" />}>
        Edit
      </LinkButton>
      <Button
        variant="ghost"
        disabled={command.isPending}
        icon={<XCircle className="max-sm:hidden size-4.5" />}
        onClick={() => set("closed")}
      >
        Close
      </Button>
    </>
  );
}

function Found({ request: { found, status, server_now } }: { request: RequestDetail }) {
  const grid = useGridStatus();
  const offered = useMemo(() => cardsOf(found, true, server_now), [found, server_now]);
  const fitting = useMemo(() => cardsOf(found, false, server_now), [found, server_now]);
  if (found.length === 0) {
    return status === "open" ? (
      <EmptyState
        title="No matches yet"
        description="We'll check every new listing and let you know straight away."
        action={
          <LinkButton to="/Marketplace" variant="secondary">
            Browse in the meantime
          </LinkButton>
        }
      />
    ) : null;
  }
  return (
    <>
      {offered[0] && offered[0].items.length > 0 ? (
        <Section title="Offered to you" description="These sellers saw your request and have one.">
          <ItemCards pages={offered} grid={grid} eager={2} />
        </Section>
      ) : null}
      {fitting[0] && fitting[0].items.length > 0 ? (
        <Section title="Matching listings">
          <ItemCards pages={fitting} grid={grid} eager={2} />
        </Section>
      ) : null}
    </>
  );
}

const cardsOf = (found: RequestDetail["found"], offered: boolean, server_now: number) => [
  { items: found.filter((one) => one.offered === offered).map((one) => one.item), server_now },
];
