import { Package, Plus, Tag } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { BulkReply, OwnBundle, OwnItemRow } from "#contract/selling/my-items";
import { HOLIDAY_ZONE } from "#domain/selling/holiday";
import { formatDay } from "../../../lib/format.ts";
import { serverNow } from "../../../lib/server-clock.ts";
import { useSession } from "../../../lib/session.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { PageBody, PageHeader } from "../../../ui/layout.tsx";
import { lazyDialog } from "../../../ui/lazy-dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { toast } from "../../../ui/toast.tsx";
import { GettingPaidNotice } from "../../account/index.ts";
import { DraftRows } from "../drafts/draft-rows.tsx";
import { GUEST } from "../drafts/drafts.ts";
import { useMyItems } from "../listing-form/api.ts";
import { useOwnBundles, useSetStatuses, useSummary } from "./api.ts";
import { BulkReport, type Report } from "./bulk-report.tsx";
import { type OperationName, refusalOr, showResult } from "./bulk-result.ts";
import { BundleList } from "./bundle-list.tsx";
import { useSoldUndo } from "./listing-actions.ts";
import { Listings, type ListTab } from "./listings.tsx";
import { previewOf } from "./row-state.ts";
import { SelectBar } from "./select-bar.tsx";
import { Stats } from "./stats.tsx";
import { useSelection } from "./use-selection.ts";
import "./my-items.css";

const PriceAdjustDialog = lazyDialog(() => import("./price-adjust-dialog.tsx"));
const BulkDeleteDialog = lazyDialog(() => import("./bulk-delete-dialog.tsx"));
const MarkSoldDialog = lazyDialog(() => import("./mark-sold-dialog.tsx"));
const BundleFormDialog = lazyDialog(() => import("./bundle-form-dialog.tsx"));

type TabName = ListTab | "bundles";

const TABS: readonly { value: TabName; label: string }[] = [
  { value: "all", label: "All" },
  { value: "active", label: "Active" },
  { value: "sold", label: "Sold" },
  { value: "inactive", label: "Inactive" },
  { value: "bundles", label: "Bundles" },
];

type Open =
  | { kind: "prices"; items: readonly OwnItemRow[] }
  | { kind: "delete"; items: readonly OwnItemRow[] }
  | { kind: "sold"; item: OwnItemRow }
  | { kind: "bundle"; id: string | null; startWith: readonly string[] };

/** /MyItems: the seller's listings and their actions. The tab is in the URL. */
export default function MyItemsScreen() {
  const { user, profile } = useSession();
  const owner = user?.id ?? GUEST;
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find(({ value }) => value === search.get("tab"))?.value ?? "all";
  const items = useMyItems(tab === "all" || tab === "bundles" ? null : tab);
  const bundles = useOwnBundles(tab === "bundles");
  const summary = useSummary();
  const selection = useSelection(items.data ?? []);
  const [open, setOpen] = useState<Open | null>(null);
  const [report, setReport] = useState<Report | null>(null);
  const statuses = useSetStatuses();
  const sale = useSoldUndo();
  const close = () => setOpen(null);

  const toTab = (value: TabName) => {
    selection.stop();
    setSearch(value === "all" ? {} : { tab: value }, { replace: true });
  };

  /** Shows a report if some items were skipped; otherwise ends bulk-select mode. */
  const finish = (operation: OperationName, reply: BulkReply) => {
    setOpen(null);
    if (reply.skipped > 0) setReport({ operation, reply });
    else selection.stop();
  };

  const needSelection = (): boolean => {
    if (selection.selected.length > 0) return true;
    toast({ title: "No Items Selected", description: "Please select at least one item.", variant: "destructive" });
    return false;
  };

  const adjustPrices = () => {
    if (!needSelection()) return;
    const now = serverNow();
    const adjustable = selection.selected.some(
      (item) => previewOf(item, { direction: "increase", percent: 0.01 }, now).ok,
    );
    if (adjustable) return setOpen({ kind: "prices", items: selection.selected });
    toast({
      title: "No Adjustable Items",
      description: "Sold, free and reserved items keep their prices.",
      variant: "destructive",
    });
  };

  const setStatus = (status: "active" | "inactive") => {
    if (!needSelection()) return;
    statuses.mutate(
      { ids: selection.selected.map((item) => item.id), status },
      {
        onSuccess: (reply) => {
          showResult(status, reply);
          finish(status, reply);
        },
        onError: (error) =>
          toast({
            title: "Update Failed",
            description: refusalOr(error, "Error updating item. Please try again."),
            variant: "destructive",
          }),
      },
    );
  };

  /** The new bundle starts with the selected items. */
  const createBundle = () => {
    const startWith = selection.selected.filter((item) => item.status === "active" && item.bundle === null);
    setOpen({ kind: "bundle", id: null, startWith: startWith.map((item) => item.id) });
  };

  const editing = open?.kind === "bundle" && open.id !== null ? open.id : null;
  const edited: OwnBundle | null = bundles.data?.items.find((bundle) => bundle.id === editing) ?? null;
  const counts = summary.data?.counts;

  return (
    <PageBody>
      <PageHeader
        title="My Items"
        actions={
          <>
            <LinkButton variant="secondary" to="/PriceOffers" icon={<Tag className="size-5" />}>
              Offers
            </LinkButton>
            <Button
              variant="secondary"
              icon={<Package className="size-5" />}
              onPointerEnter={BundleFormDialog.preload}
              onClick={() => createBundle()}
            >
              Create Bundle
            </Button>
            <LinkButton to="/AddItem" icon={<Plus className="size-5" />}>
              Add New Item
            </LinkButton>
          </>
        }
      />
      {profile?.account_restricted ? (
        <Notice kind="warning" title="A buyer is waiting for your answer" className="mb-5">
          <p>Tell us whether the payment arrived, then you can list and buy again.</p>
          <LinkButton to="/PaymentConfirmations" size="sm" className="mt-2.5">
            Payment Confirmations
          </LinkButton>
        </Notice>
      ) : null}
      {profile?.away_until ? (
        <Notice kind="info" title="Holiday mode is on" className="mb-5">
          <p>Your items are hidden until {formatDay(profile.away_until, HOLIDAY_ZONE)}.</p>
          <LinkButton to="/Settings#holiday" size="sm" variant="secondary" className="mt-2.5">
            Change
          </LinkButton>
        </Notice>
      ) : null}
      {counts && counts.all > 0 ? <GettingPaidNotice className="mb-5" /> : null}
      <Stats />
      <Tabs
        label="Show listings"
        tabs={TABS.map((entry) => (counts ? { ...entry, count: counts[entry.value] } : entry))}
        value={tab}
        onChange={toTab}
      >
        <div className="pt-5">
          {tab === "bundles" ? (
            <BundleList
              bundles={bundles}
              onCreate={createBundle}
              onEdit={(bundle) => setOpen({ kind: "bundle", id: bundle.id, startWith: [] })}
            />
          ) : (
            <>
              {tab === "all" ? <DraftRows key={owner} owner={owner} /> : null}
              <Listings
                tab={tab}
                items={items}
                selection={selection}
                keys={open === null && report === null}
                onPrice={(item) => setOpen({ kind: "prices", items: [item] })}
                onSold={(item) => setOpen({ kind: "sold", item })}
              />
            </>
          )}
        </div>
      </Tabs>
      {selection.active ? (
        <SelectBar
          selection={selection}
          total={items.data?.length ?? 0}
          busy={statuses.isPending}
          onPrices={adjustPrices}
          onStatus={setStatus}
          onDelete={() => needSelection() && setOpen({ kind: "delete", items: selection.selected })}
        />
      ) : null}
      {/* Removed when closed, so that each opening starts with fresh values. */}
      {open?.kind === "prices" ? (
        <PriceAdjustDialog open items={open.items} onClose={close} onDone={(reply) => finish("prices", reply)} />
      ) : null}
      {open?.kind === "delete" ? (
        <BulkDeleteDialog open items={open.items} onClose={close} onDone={(reply) => finish("delete", reply)} />
      ) : null}
      {open?.kind === "sold" ? (
        <MarkSoldDialog
          open
          item={open.item}
          onClose={close}
          onSold={() => {
            const { item } = open;
            close();
            toast({
              title: "Marked as sold",
              description: item.title,
              action: { label: "Undo", onPress: () => sale.undo(item) },
            });
          }}
        />
      ) : null}
      {open?.kind === "bundle" && (open.id === null || edited !== null) ? (
        <BundleFormDialog
          open
          bundle={edited}
          startWith={open.startWith}
          onClose={close}
          onSaved={(saved) => {
            close();
            toast({ title: edited ? "Bundle saved" : "Bundle created", description: saved.title });
            if (tab !== "bundles") toTab("bundles");
          }}
        />
      ) : null}
      {report === null ? null : (
        <BulkReport
          report={report}
          onClose={() => {
            setReport(null);
            selection.stop();
          }}
        />
      )}
    </PageBody>
  );
}
