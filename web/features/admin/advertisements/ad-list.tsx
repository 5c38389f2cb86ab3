import { Megaphone, Plus } from "lucide-react";
import { Link, useSearchParams } from "react-router-dom";
import type { Advertisement } from "#contract/ads";
import { formatDollars } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { PageBody, PageHeader } from "../../../ui/layout.tsx";
import { PhotoImg } from "../../../ui/photo-img.tsx";
import { Select } from "../../../ui/select.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { PLACEMENT_LABELS, PLACEMENT_ORDER } from "../../ads/index.ts";
import { AdminList } from "../admin-list.tsx";
import { reachLabel, STATE_LABELS, scheduleLabel } from "./ad-labels.ts";
import { useAdvertisements } from "./api.ts";

const TABS = [
  { value: "staff", label: "Goodstreet" },
  { value: "sellers", label: "Sellers" },
] as const;

const STATES = Object.entries(STATE_LABELS).map(([value, { label }]) => ({ value, label }));
const PLACEMENTS = PLACEMENT_ORDER.map((value) => ({ value, label: PLACEMENT_LABELS[value].label }));

/** All ads with their state and numbers; sellers' promotions are in a separate list. */
export function AdList() {
  const [query, setQuery] = useSearchParams();
  const from = query.get("from") === "sellers" ? "sellers" : "staff";
  const state = query.get("state") ?? "";
  const placement = query.get("placement") ?? "";
  const list = useAdvertisements({ from, state, placement });
  const set = (name: string, value: string) =>
    setQuery(
      (before) => {
        if (value) before.set(name, value);
        else before.delete(name);
        return before;
      },
      { replace: true },
    );
  const narrowed = state !== "" || placement !== "";

  return (
    <PageBody>
      <PageHeader
        title="Advertisements"
        description="Sponsored ads, where and when they run, and how they perform."
        actions={
          <LinkButton to="/Advertisements/new" icon={<Plus className="size-5" />}>
            New advertisement
          </LinkButton>
        }
      />
      <Tabs label="Source" tabs={TABS} value={from} onChange={(next) => set("from", next === "staff" ? "" : next)}>
        <div className="my-5 flex flex-wrap gap-3">
          <Select
            shape="pill"
            aria-label="State"
            placeholder="All states"
            options={STATES}
            value={state}
            onChange={(event) => set("state", event.target.value)}
          />
          <Select
            shape="pill"
            aria-label="Placement"
            placeholder="All placements"
            options={PLACEMENTS}
            value={placement}
            onChange={(event) => set("placement", event.target.value)}
          />
        </div>
        <AdminList
          list={list}
          what="advertisements"
          empty={
            <EmptyState
              icon={<Megaphone className="size-7" />}
              title={
                narrowed ? "No advertisements match" : from === "staff" ? "No advertisements yet" : "No promotions yet"
              }
              description={
                narrowed
                  ? "Try another state or placement."
                  : from === "staff"
                    ? "Empty placements show sellers' promotions, if there are any."
                    : "Promotions sellers buy with ad credit appear here."
              }
            />
          }
        >
          {(rows) => (
            <ul className="divide-y divide-line">
              {rows.map((ad) => (
                <AdRow key={ad.id} ad={ad} />
              ))}
            </ul>
          )}
        </AdminList>
      </Tabs>
    </PageBody>
  );
}

function AdRow({ ad }: { ad: Advertisement }) {
  const { label, tone } = STATE_LABELS[ad.state];
  return (
    <li className="group relative flex items-start gap-4 py-4">
      <PhotoImg
        photo={null}
        url={ad.image_url}
        alt=""
        className="size-16 shrink-0 rounded-md object-cover sm:size-20"
      />
      <div className="min-w-0 flex-1 sm:grid sm:grid-cols-[minmax(0,1fr)_minmax(0,14rem)] sm:gap-x-6">
        <div className="min-w-0">
          <Badge tone={tone}>{label}</Badge>
          <h2 className="mt-1.5 font-semibold">
            <Link
              dir="auto"
              to={`/Advertisements/${ad.id}`}
              className="line-clamp-2 wrap-anywhere after:absolute after:inset-0 group-hover:underline"
            >
              {ad.title}
            </Link>
          </h2>
          {ad.promotion ? (
            <p className="text-sm text-muted">
              {ad.promotion.seller_name || "A seller"}, {formatDollars(ad.promotion.amount)}
            </p>
          ) : (
            <p className="text-sm text-muted">Priority {ad.priority}</p>
          )}
        </div>
        <div className="min-w-0 text-sm text-muted max-sm:mt-1">
          <p className="font-semibold text-ink">{PLACEMENT_LABELS[ad.placement].label}</p>
          <p>{scheduleLabel(ad)}</p>
          <p className="tabular-nums">{reachLabel(ad)}</p>
        </div>
      </div>
    </li>
  );
}
