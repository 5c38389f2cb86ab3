import { Check, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useParams } from "react-router-dom";
import type { DrawPage } from "#contract/giveaways";
import { DRAW_FORMULA } from "#domain/giveaways/draw";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { formatDateTime } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { CopyRow } from "../../ui/copy-row.tsx";
import { PageBody, PageHeader, Panel, Section } from "../../ui/layout.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { useDraw } from "./api.ts";
import { checkDraw, type DrawCheck } from "./check-draw.ts";
import { ENTRY_LABELS, groupedCode, people } from "./copy.ts";
import { StaffEntrants } from "./staff-entrants.tsx";

/** /Giveaway/:id: how a draw was made, and a check that anyone can run. */
export default function DrawScreen() {
  const { id = "" } = useParams();
  const { data: draw, error, refetch } = useDraw(id);
  useDocumentTitle("How this draw was made");
  if (!draw) {
    return (
      <PageBody width="form">
        {error ? (
          <ErrorState title="This draw didn't load" query={{ error, refetch }} />
        ) : (
          <Loading what="the draw">
            <Skeleton className="h-28" />
          </Loading>
        )}
      </PageBody>
    );
  }
  return <Draw draw={draw} />;
}

function Draw({ draw }: { draw: DrawPage }) {
  const drawn = draw.drawn_at !== null;
  const { profile } = useSession();
  const staff = profile?.role === "admin" || profile?.role === "super_admin";
  return (
    <PageBody width="form">
      <PageHeader
        title={drawn ? "How this draw was made" : "How this draw works"}
        description={draw.item_title ?? "This listing isn't public any more."}
        {...(draw.item_title !== null && { back: { to: `/ItemDetail/${draw.item_id}`, label: "Back to the item" } })}
      />
      <Panel>
        <p className="font-bold">{headline(draw)}</p>
        <p className="text-sm">{details(draw)}</p>
      </Panel>
      <Section title="In plain words">
        <ol className="list-decimal space-y-2 pl-5">
          <li>
            We locked in the result before anyone entered: we made a secret random number (the seed) and published its
            fingerprint (the commitment). Another seed would have another fingerprint, so nobody could change it.
          </li>
          <li>Each person who enters gets a random code, made in their own browser, for this draw only.</li>
          <li>
            When entries close, we hash the seed, the whole list and each code into a ticket. The lowest ticket wins,
            and the others follow in order.
          </li>
          <li>We publish the seed and all codes, so that anyone can make the same draw again.</li>
        </ol>
      </Section>
      <Section title="Published when entries opened">
        <dl>
          <CopyRow name="Commitment" value={draw.commitment} />
          <CopyRow name="Draw" value={draw.id} />
          <CopyRow name="Item" value={draw.item_id} />
          <CopyRow name="Closing time (milliseconds, UTC)" value={String(draw.closes_at)} />
        </dl>
      </Section>
      {draw.seed === null ? null : <Made draw={draw} seed={draw.seed} />}
      <Section title="Formula" description="SHA-256 of these lines, joined by line breaks without one at the end.">
        <dl className="grid gap-3">
          <Formula name="Commitment" lines={[DRAW_FORMULA, "commitment", "draw", "item", "closing time", "seed"]} />
          <Formula name="List" lines={["all codes in alphabetical order"]} />
          <Formula name="Ticket of a code" lines={[DRAW_FORMULA, "ticket", "seed", "hash of the list", "code"]} />
        </dl>
      </Section>
      <Section title="What this proves, and what it doesn't">
        <p>
          It proves that the seed was fixed before the first entry, and that the order follows from the seed and this
          list. If you entered, check that your code is listed. It can't prove that every code belongs to a different
          person, or that Goodstreet, which knows the seed, added no code of its own.
        </p>
      </Section>
      {staff ? <StaffEntrants id={draw.id} /> : null}
    </PageBody>
  );
}

function headline({ status, drawn_at, ended_as, closes_at, server_now }: DrawPage): string {
  if (ended_as === "nobody_entered") return "Nobody entered this draw.";
  if (status === "ended" && drawn_at === null) return "This draw was called off before it was made.";
  if (drawn_at !== null) return `Drawn ${formatDateTime(drawn_at)}`;
  return server_now < closes_at
    ? `Entries are open until ${formatDateTime(closes_at)}`
    : "Entries have closed. The draw is next.";
}

function details({ status, drawn_at, entered, entrants, confirm_by }: DrawPage): string {
  if (drawn_at === null) return `${people(entered)} entered so far.`;
  const all = `${people(entrants.length)} entered.`;
  if (status === "given") return `${all} Someone has confirmed.`;
  if (status === "offered" && confirm_by !== null) {
    return `${all} The person whose turn it is has until ${formatDateTime(confirm_by)} to confirm.`;
  }
  return all;
}

function Made({ draw, seed }: { draw: DrawPage; seed: string }) {
  const [check, setCheck] = useState<DrawCheck | null>(null);
  const [checking, setChecking] = useState(false);
  const tickets = new Map(check?.order.map(({ code, ticket }) => [code, ticket]));
  const run = async () => {
    setChecking(true);
    setCheck(await checkDraw(draw));
    setChecking(false);
  };
  return (
    <>
      <Section title="Published at the draw">
        <dl>
          <CopyRow name="Seed" value={seed} />
        </dl>
        {draw.your_code === null ? null : (
          <p className="mt-1.5">
            Your code: <span className="font-semibold tabular-nums">{groupedCode(draw.your_code)}</span>
          </p>
        )}
      </Section>
      <Section
        title="Result"
        description="All entrants by their codes, in the drawn order."
        actions={
          <Button onClick={() => void run()} loading={checking}>
            Check it
          </Button>
        }
      >
        <div role="status">
          {check ? (
            <Panel tone={check.commitment && check.distinct && check.result ? "brand" : "hot"} className="mb-6">
              <p className="font-bold">Made again in your browser</p>
              <Step ok={check.commitment}>The seed matches the commitment.</Step>
              <Step ok={check.distinct}>Every code is listed once.</Step>
              <Step ok={check.result}>The tickets give this order.</Step>
              <p className="mt-1.5 text-sm wrap-anywhere">Hash of the list: {check.list_hash}</p>
            </Panel>
          ) : null}
        </div>
        {draw.entrants.length === 0 ? <p className="text-muted">Nobody entered.</p> : null}
        <ol className="grid gap-2">
          {draw.entrants.map(({ code, place, status }) => (
            <li key={code} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line pb-2">
              <span className="w-10 font-semibold tabular-nums">{place}.</span>
              <span className="min-w-0 flex-1">
                <span className="font-semibold tabular-nums" data-code={code}>
                  {groupedCode(code)}
                </span>
                {code === draw.your_code ? <span className="text-brand-ink"> (you)</span> : null}
                {tickets.has(code) ? (
                  <span className="block text-sm wrap-anywhere text-muted">Ticket {tickets.get(code)}</span>
                ) : null}
                {ENTRY_LABELS[status] ? <span className="block text-sm">{ENTRY_LABELS[status]}</span> : null}
              </span>
            </li>
          ))}
        </ol>
      </Section>
    </>
  );
}

function Step({ ok, children }: { ok: boolean; children: ReactNode }) {
  const Icon = ok ? Check : X;
  return (
    <p className="flex items-center gap-2">
      <Icon className="size-5 shrink-0" />
      <span>
        <span className="sr-only">{ok ? "Correct: " : "Wrong: "}</span>
        {children}
      </span>
    </p>
  );
}

function Formula({ name, lines }: { name: string; lines: readonly string[] }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-semibold">{lines.join(" ↵ ")}</dd>
    </div>
  );
}
