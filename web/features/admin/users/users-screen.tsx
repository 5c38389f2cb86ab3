import { Search, Users } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation, useSearchParams } from "react-router-dom";
import { ACCOUNT_STATUSES, ROLES, type UserRow } from "#contract/admin/users";
import { formatMonth } from "../../../lib/format.ts";
import { useTypedSearch } from "../../../lib/use-typed-search.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { PageBody, PageHeader } from "../../../ui/layout.tsx";
import { Select } from "../../../ui/select.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { AdminList } from "../admin-list.tsx";
import { type UserFilters, useUsers } from "./api.ts";
import { AppealList } from "./appeals.tsx";
import { ACCOUNT_STATUS_LABELS, ROLE_LABELS, TYPE_LABELS } from "./user-labels.ts";

const TABS = [
  { value: "people", label: "All users" },
  { value: "appeals", label: "Open appeals" },
  { value: "decided", label: "Decided appeals" },
] as const;
type Tab = (typeof TABS)[number]["value"];

/** /Users, for staff: the users with their account status, and the appeals. */
export default function UsersScreen() {
  const [query, setQuery] = useSearchParams();
  const tab: Tab = TABS.find(({ value }) => value === query.get("tab"))?.value ?? "people";
  return (
    <PageBody>
      <PageHeader
        title="Users"
        description="Everyone with an account. We log every action and tell users when their account status changes."
        actions={
          <LinkButton to="/AuditLog" variant="secondary">
            Audit log
          </LinkButton>
        }
      />
      <Tabs
        label="Users"
        tabs={TABS}
        value={tab}
        onChange={(value) => setQuery(value === "people" ? {} : { tab: value }, { replace: true })}
        className="mb-5"
      >
        {tab === "people" ? <People /> : <AppealList status={tab === "appeals" ? "open" : "decided"} />}
      </Tabs>
    </PageBody>
  );
}

const oneOf = <Value extends string>(values: readonly Value[], wanted: string | null): Value | "" =>
  values.find((value) => value === wanted) ?? "";
const options = <Value extends string>(labels: Record<Value, string>) =>
  (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }));

const STATUS_OPTIONS = ACCOUNT_STATUSES.map((value) => ({ value, label: ACCOUNT_STATUS_LABELS[value].label }));
const TYPES = ["individual", "seller", "business"] as const;

function People() {
  const [query, setQuery] = useSearchParams();
  const filters: UserFilters = {
    q: query.get("q") ?? "",
    role: oneOf(ROLES, query.get("role")),
    account_type: oneOf(TYPES, query.get("type")),
    country: query.get("country") ?? "",
    standing: oneOf(ACCOUNT_STATUSES, query.get("standing")),
  };
  const { pathname } = useLocation();
  const set = (name: string, value: string) => {
    // A debounced search must not navigate back after staff have opened a user.
    if (window.location.pathname !== pathname) return;
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === "") next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  };
  const people = useUsers(filters);
  const filtered = Object.values(filters).some((value) => value !== "");
  return (
    <>
      <search className="mb-6 grid grid-cols-2 gap-3 max-sm:*:first:col-span-2 lg:grid-cols-[minmax(0,1fr)_repeat(4,10.5rem)]">
        <TypedField
          label="Name, email, postcode or ID"
          before={<Search className="size-4" />}
          maxLength={100}
          value={filters.q}
          onChange={(value) => set("q", value)}
        />
        <Field label="Account status">
          <Select
            placeholder="Any status"
            options={STATUS_OPTIONS}
            value={filters.standing}
            onChange={(event) => set("standing", event.target.value)}
          />
        </Field>
        <Field label="Role">
          <Select
            placeholder="Any role"
            options={options(ROLE_LABELS)}
            value={filters.role}
            onChange={(event) => set("role", event.target.value)}
          />
        </Field>
        <Field label="Account type">
          <Select
            placeholder="Any type"
            options={options(TYPE_LABELS)}
            value={filters.account_type}
            onChange={(event) => set("type", event.target.value)}
          />
        </Field>
        <TypedField
          label="Country"
          maxLength={60}
          value={filters.country}
          onChange={(value) => set("country", value)}
        />
      </search>
      <AdminList
        list={people}
        what="users"
        empty={
          <EmptyState
            icon={<Users className="size-7" />}
            title="No users found"
            description={filtered ? "Try fewer words or different filters." : "No one has signed up yet."}
          />
        }
      >
        {(rows) => (
          <ul className="divide-y divide-line border-y border-line">
            {rows.map((person) => (
              <PersonItem key={person.id} person={person} />
            ))}
          </ul>
        )}
      </AdminList>
    </>
  );
}

function TypedField({
  label,
  before,
  maxLength,
  value,
  onChange,
}: {
  label: string;
  before?: ReactNode;
  maxLength: number;
  value: string;
  onChange: (value: string) => void;
}) {
  const { text, setText } = useTypedSearch(value, onChange);
  return (
    <Field label={label}>
      <TextInput
        type="search"
        maxLength={maxLength}
        value={text}
        before={before}
        onChange={(event) => setText(event.target.value)}
      />
    </Field>
  );
}

function PersonItem({ person }: { person: UserRow }) {
  const accountStatus = ACCOUNT_STATUS_LABELS[person.standing];
  const place = [person.suburb, person.city].filter(Boolean).join(", ");
  return (
    <li>
      <Link
        to={`/Users/${person.id}`}
        className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 py-3.5 transition-colors duration-150 hover:bg-surface sm:grid-cols-[auto_minmax(0,2fr)_minmax(0,1.3fr)_auto] sm:px-2"
      >
        <Avatar name={person.full_name || person.email} />
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-semibold wrap-anywhere">{person.full_name || "No name"}</span>
            {person.role === "user" ? null : <Badge tone="ink">{ROLE_LABELS[person.role]}</Badge>}
          </span>
          <span className="block text-sm wrap-anywhere text-muted">{person.email}</span>
        </span>
        <span className="col-start-2 text-sm text-muted sm:col-start-auto">
          <span className="block">
            {TYPE_LABELS[person.account_type]}
            {place ? ` · ${place}` : ""}
          </span>
          <span className="block">
            Since {formatMonth(person.created_at)}
            {person.listed_count > 0 ? ` · ${person.listed_count} listed` : ""}
          </span>
        </span>
        <span className="col-start-2 flex flex-wrap items-center gap-2 sm:col-start-auto sm:w-44 sm:justify-end">
          {person.missed_payments > 0 ? (
            <Badge tone="neutral">
              {person.missed_payments === 1 ? "1 missed payment" : `${person.missed_payments} missed payments`}
            </Badge>
          ) : null}
          <Badge tone={accountStatus.tone}>{accountStatus.label}</Badge>
        </span>
      </Link>
    </li>
  );
}
