import { Download, ScrollText, ShieldCheck } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import type { AuditEntry, AuditVerdict } from "#contract/admin/audit-log";
import { errorMessage } from "../../../lib/api-client.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { PageBody, PageHeader } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { AdminList } from "../admin-list.tsx";
import { identifierLabel } from "../identifier-label.ts";
import { type AuditFilters, auditQuery, useAuditActions, useAuditLog, useVerification } from "./api.ts";

type Broken = NonNullable<AuditVerdict["broken"]>;

const BROKEN: Record<Broken["problem"], (id: number) => string> = {
  changed: (id) => `Entry ${id} was changed after it was written.`,
  removed: (id) => `Entry ${id} was removed.`,
  unsealed: (id) => `Entry ${id} is missing from the chain.`,
  unlinked: (id) => `Entry ${id} doesn't follow from the entry before it.`,
};

const chainBroken = ({ problem, entry_id }: Broken) =>
  `${BROKEN[problem](entry_id)} Someone changed the database directly.`;

const NAMES = ["actor", "action", "subject", "from", "to"] as const satisfies readonly (keyof AuditFilters)[];

/**
 * /AuditLog, for staff: all decisions of staff and of the service, with a check that no entry was changed afterwards.
 */
export default function AuditScreen() {
  const [query, setQuery] = useSearchParams();
  const filters = Object.fromEntries(NAMES.map((name) => [name, query.get(name) ?? ""])) as unknown as AuditFilters;
  const entries = useAuditLog(filters);
  const verification = useVerification();
  const exported = new URLSearchParams(auditQuery(filters)).toString();
  return (
    <PageBody>
      <PageHeader
        title="Audit log"
        description="Decisions by staff and Goodstreet. Entries can be added but never changed, and each is linked to the one before."
        back={{ to: "/Users", label: "Users" }}
        actions={
          <>
            <a
              href={`/api/admin/audit-log/export.csv${exported ? `?${exported}` : ""}`}
              download
              className="inline-flex min-h-11 items-center gap-2 rounded-full border border-field px-5 py-2 font-semibold transition-colors duration-150 hover:border-ink hover:bg-surface"
            >
              <Download className="size-4.5" />
              Export CSV
            </a>
            <Button
              icon={<ShieldCheck className="size-4.5" />}
              loading={verification.isPending}
              onClick={() => verification.mutate()}
            >
              Verify chain
            </Button>
          </>
        }
      />
      <Verdict verification={verification} />
      <Filters
        key={query.toString()}
        filters={filters}
        onApply={(next) =>
          setQuery(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== "")), { replace: true })
        }
      />
      <AdminList
        list={entries}
        what="entries"
        empty={
          <EmptyState
            icon={<ScrollText className="size-7" />}
            title="No entries"
            description={exported ? "No entries match these filters." : "There are no decisions yet."}
          />
        }
      >
        {(rows) => (
          <ol className="divide-y divide-line border-y border-line">
            {rows.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </AdminList>
    </PageBody>
  );
}

function Verdict({ verification: { data, error } }: { verification: ReturnType<typeof useVerification> }) {
  if (error) {
    return (
      <Notice kind="error" title="We couldn't verify the chain" className="mb-6">
        <p>{errorMessage(error)}</p>
      </Notice>
    );
  }
  if (!data) return null;
  if (data.broken) {
    return (
      <Notice kind="error" title="The chain is broken" className="mb-6">
        <p>{chainBroken(data.broken)}</p>
      </Notice>
    );
  }
  return (
    <Notice kind="success" title="The chain is intact" className="mb-6">
      <p>
        We checked {data.checked.toLocaleString("en-AU")} {data.checked === 1 ? "entry" : "entries"} and found no
        changes.
      </p>
      {data.head ? (
        <p className="text-sm">
          Entry {data.head.entry_id}: <code className="break-all">{data.head.hash}</code>. Keep this hash. A rewritten
          log would have a different one.
        </p>
      ) : null}
    </Notice>
  );
}

function Filters({ filters, onApply }: { filters: AuditFilters; onApply: (filters: AuditFilters) => void }) {
  const [values, setValues] = useState(filters);
  const actions = useAuditActions();
  const known = actions.data?.actions ?? [];
  const listed = values.action === "" || known.includes(values.action) ? known : [values.action, ...known];
  const change = (name: keyof AuditFilters) => (event: { target: { value: string } }) =>
    setValues((before) => ({ ...before, [name]: event.target.value }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply({ ...values, actor: values.actor.trim(), subject: values.subject.trim() });
  };
  return (
    <form
      onSubmit={submit}
      className="mb-6 grid grid-cols-2 gap-3 max-sm:*:nth-3:col-span-2 lg:grid-cols-[repeat(3,minmax(0,1fr))_10rem_10rem_auto]"
    >
      <Field label="By">
        <TextInput placeholder="Email or ID" maxLength={200} value={values.actor} onChange={change("actor")} />
      </Field>
      <Field label="Action">
        <Select
          placeholder="Any action"
          options={listed.map((action) => ({ value: action, label: identifierLabel(action) }))}
          value={values.action}
          onChange={change("action")}
        />
      </Field>
      <Field label="About">
        <TextInput placeholder="Email or ID" maxLength={200} value={values.subject} onChange={change("subject")} />
      </Field>
      <Field label="From">
        <TextInput type="date" value={values.from} onChange={change("from")} />
      </Field>
      <Field label="To">
        <TextInput type="date" value={values.to} onChange={change("to")} />
      </Field>
      <div className="flex items-end gap-2">
        <Button type="submit" variant="secondary" className="min-h-12">
          Filter
        </Button>
        {Object.values(filters).some((value) => value !== "") ? (
          <Button
            variant="ghost"
            className="min-h-12"
            onClick={() => onApply({ actor: "", action: "", subject: "", from: "", to: "" })}
          >
            Clear
          </Button>
        ) : null}
      </div>
    </form>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const details = Object.entries(entry.details);
  return (
    <li className="py-3.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <p className="min-w-0 font-semibold wrap-anywhere">{identifierLabel(entry.action)}</p>
        <p className="text-sm text-muted tabular-nums">
          <time dateTime={new Date(entry.at).toISOString()}>{formatDateTime(entry.at)}</time>
        </p>
      </div>
      <p className="text-sm wrap-anywhere text-muted">
        By <Named id={entry.actor.id} name={entry.actor.name} person={entry.actor.name !== null} />, about{" "}
        <Named id={entry.subject.id} name={entry.subject.name} person={entry.subject.is_person} />
      </p>
      <details className="mt-1 text-sm">
        <summary className="inline-flex min-h-tap cursor-pointer items-center font-medium text-brand-ink">
          Entry {entry.id} details
        </summary>
        <dl className="mt-1 grid gap-x-4 gap-y-1 rounded-md bg-surface p-3.5 sm:grid-cols-[auto_minmax(0,1fr)]">
          {details.map(([name, value]) => (
            <Detail key={name} name={identifierLabel(name)} value={valueText(value)} />
          ))}
          <Detail name="Hash" value={entry.hash ?? "Not chained yet"} />
        </dl>
      </details>
    </li>
  );
}

function Detail({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="font-medium text-muted">{name}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{value}</dd>
    </>
  );
}

function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 1);
}

function Named({ id, name, person }: { id: string; name: string | null; person: boolean }) {
  const order = id.startsWith("ord_");
  if (!person && !order) {
    return <span className="font-medium text-ink">{id === "service" ? "Goodstreet" : id}</span>;
  }
  return (
    <Link
      to={order ? `/PaymentConfirmations?order=${id}` : `/Users/${id}`}
      className="font-medium text-ink underline underline-offset-4"
    >
      {name ?? id}
    </Link>
  );
}
