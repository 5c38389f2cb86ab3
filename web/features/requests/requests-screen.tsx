import { Plus, Search } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useParams, useSearchParams } from "react-router-dom";
import type { RequestView } from "#contract/requests";
import { CATEGORIES, CATEGORY_LABELS } from "#domain/items/catalogue";
import { RADIUS_KM_DEFAULT } from "#domain/places/near-place";
import { ApiError } from "../../lib/api-client.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { PageBody, PageHeader } from "../../ui/layout.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { NearAndFurther, PlaceInput, useNearPlace } from "../places/index.ts";
import { type RequestFilters, useRequests } from "./api.ts";
import { RequestCard } from "./request-card.tsx";
import { RequestPage } from "./request-page.tsx";
import { RADII } from "./request-values.ts";

const gridClass = "grid gap-4 sm:grid-cols-2 lg:grid-cols-3";

const TABS = [
  { value: "all", label: "All requests" },
  { value: "mine", label: "Yours" },
] as const;

/** /Requests: the wanted posts; with an id, one of them. */
export default function RequestsScreen() {
  const { id } = useParams();
  return id === undefined ? <RequestsList /> : <RequestPage key={id} id={id} />;
}

function RequestsList() {
  const [query, setQuery] = useSearchParams();
  const filters: RequestFilters = {
    mine: query.get("tab") === "mine",
    category: query.get("category") ?? "",
    near: query.get("near") ?? "",
    within_km: query.get("within_km") ?? "25",
  };
  const requests = useRequests(filters);
  const change = (values: Record<string, string>) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values)) {
          if (value === "") next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  return (
    <PageBody>
      <PageHeader
        title="Requests"
        description="What people are looking for. Got one in the shed? Let them know."
        actions={
          <LinkButton to="/AddRequest" icon={<Plus className="size-5" />}>
            Post a request
          </LinkButton>
        }
      />
      <Tabs
        label="Whose requests"
        tabs={TABS}
        value={filters.mine ? "mine" : "all"}
        onChange={(tab) => change({ tab: tab === "mine" ? "mine" : "" })}
        className="mb-5"
      >
        {filters.mine ? null : <Filters key={filters.near} filters={filters} onChange={change} />}
        <Results requests={requests} filters={filters} onClear={() => setQuery({}, { replace: true })} />
      </Tabs>
    </PageBody>
  );
}

function Filters({
  filters,
  onChange,
}: {
  filters: RequestFilters;
  onChange: (values: Record<string, string>) => void;
}) {
  const visitor = useNearPlace();
  const [near, setNear] = useState(filters.near || (visitor?.place ?? ""));
  const search = (event: FormEvent) => {
    event.preventDefault();
    onChange({ near: near.trim() });
  };
  return (
    <form onSubmit={search} className="mb-6 grid grid-cols-2 items-end gap-3 lg:grid-cols-[14rem_1fr_11rem_auto]">
      <Field label="Category">
        <Select
          value={filters.category}
          onChange={(event) => onChange({ category: event.target.value })}
          placeholder="All categories"
          options={CATEGORIES.map((value) => ({ value, label: CATEGORY_LABELS[value] }))}
        />
      </Field>
      <Field label="Near" className="max-lg:order-first max-lg:col-span-2">
        <PlaceInput value={near} onChange={setNear} />
      </Field>
      <Field label="Within">
        <Select
          value={filters.within_km}
          onChange={(event) => onChange({ within_km: event.target.value, near: near.trim() })}
          options={RADII.map((km) => ({ value: String(km), label: `${km} km` }))}
        />
      </Field>
      <Button
        type="submit"
        variant="secondary"
        className="min-h-12 max-lg:col-span-2"
        icon={<Search className="size-4" />}
      >
        Search
      </Button>
    </form>
  );
}

function Results({
  requests,
  filters,
  onClear,
}: {
  requests: ReturnType<typeof useRequests>;
  filters: RequestFilters;
  onClear: () => void;
}) {
  if (requests.isPending) return <ListSkeleton />;
  if (requests.data === undefined) {
    const place = requests.error instanceof ApiError ? requests.error.fields.near : undefined;
    // The place is unknown, so a retry would not help.
    if (place) return <Notice kind="error">{place}</Notice>;
    return <ErrorState title="The requests didn't load" query={requests} />;
  }
  const { pages } = requests.data;
  const list = pages.flatMap((page) => page.items);
  const now = pages[0]?.server_now ?? 0;
  if (list.length === 0) return <Nothing filters={filters} onClear={onClear} />;
  const grid = (part: readonly RequestView[]) => (
    <ul className={gridClass}>
      {part.map((request) => (
        <RequestCard key={request.id} request={request} now={now} />
      ))}
    </ul>
  );
  return (
    <>
      {filters.mine || filters.near !== "" ? (
        grid(list)
      ) : (
        <NearAndFurther items={list} isNear={({ distance_km: km }) => km !== null && km <= RADIUS_KM_DEFAULT}>
          {grid}
        </NearAndFurther>
      )}
      <LoadMore what="requests" list={requests} />
    </>
  );
}

function Nothing({ filters, onClear }: { filters: RequestFilters; onClear: () => void }) {
  const post = (
    <LinkButton to="/AddRequest" icon={<Plus className="size-5" />}>
      Post a request
    </LinkButton>
  );
  if (filters.mine) {
    return (
      <EmptyState
        icon={<Search className="size-7" />}
        title="You haven't posted a request yet"
        description="Tell us what you're looking for and we'll let you know when someone lists it."
        action={post}
      />
    );
  }
  const filtered = filters.category !== "" || filters.near !== "";
  return (
    <EmptyState
      icon={<Search className="size-7" />}
      title={filtered ? "No matching requests" : "No requests yet"}
      description={filtered ? "Try a wider distance or another category." : "Be the first to ask for something."}
      action={
        filtered ? (
          <Button variant="secondary" onClick={onClear}>
            Show all requests
          </Button>
        ) : (
          post
        )
      }
    />
  );
}

function ListSkeleton() {
  return (
    <Loading what="requests">
      <div className={gridClass}>
        {["a", "b", "c", "d", "e", "f"].map((key) => (
          <Skeleton key={key} className="h-44 rounded-lg" />
        ))}
      </div>
    </Loading>
  );
}
