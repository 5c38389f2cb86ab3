import { HandHeart, HeartHandshake, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { DonationsReply } from "#contract/community/donations";
import { useSession } from "../../../lib/session.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { PageBody, PageHeader, Panel } from "../../../ui/layout.tsx";
import { lazyDialog } from "../../../ui/lazy-dialog.tsx";
import { LoadMore } from "../../../ui/load-more.tsx";
import { QueryState } from "../../../ui/placeholders.tsx";
import { CardSkeletons, gridClass } from "../../../ui/skeleton.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { ItemCards, useGridStatus } from "../../items/index.ts";
import { isNearby, NearAndFurther, useNearPlace } from "../../places/index.ts";
import { useDonations } from "./api.ts";

const CauseDialog = lazyDialog(() => import("./cause-dialog.tsx"));

const TABS = [
  { value: "all", label: "Everything free" },
  { value: "cause", label: "For a cause" },
] as const;

/** /Donations: free items, and items given for a cause (D49). Money is never donated. */
export default function DonationsScreen() {
  const { disabledFeatures } = useSession();
  return disabledFeatures.includes("donations") ? <DonationsOff /> : <DonationsPage />;
}

function DonationsOff() {
  return (
    <PageBody>
      <EmptyState
        page
        icon={<HandHeart className="size-7" />}
        title="Donations are turned off right now"
        description="You can still find free items on the marketplace."
        action={<LinkButton to="/Marketplace">Go to the marketplace</LinkButton>}
      />
    </PageBody>
  );
}

function DonationsPage() {
  const [query, setQuery] = useSearchParams();
  const { signedIn } = useSession();
  const [giving, setGiving] = useState(false);
  const forCause = query.get("for") === "cause";
  const donations = useDonations(forCause);
  return (
    <PageBody>
      <PageHeader
        title="Donations"
        description="Free items, some for a charity or cause."
        actions={
          signedIn ? (
            <>
              <Button icon={<HeartHandshake className="size-5" />} onClick={() => setGiving(true)}>
                Give for a cause
              </Button>
              <LinkButton to="/AddItem" variant="secondary" icon={<Plus className="size-5" />}>
                List something free
              </LinkButton>
            </>
          ) : (
            <LinkButton to="/SignIn?returnUrl=%2FDonations">Sign in to give</LinkButton>
          )
        }
      />
      <Panel tone="brand" className="mb-6">
        <p className="max-w-prose">
          Goods only. Goodstreet never asks for money for a cause, and nobody may ask for it in listings or messages.
          Givers must state the charity's ABN. Check it at{" "}
          <a
            href="https://www.acnc.gov.au/charity/charities"
            rel="noopener noreferrer"
            className="font-semibold text-brand-ink underline underline-offset-4"
          >
            acnc.gov.au
          </a>{" "}
          before you rely on it.
        </p>
      </Panel>
      <Tabs
        label="Filter free items"
        tabs={TABS}
        value={forCause ? "cause" : "all"}
        onChange={(tab) => setQuery(tab === "cause" ? { for: "cause" } : {}, { replace: true })}
        className="mb-5"
      >
        <Results donations={donations} forCause={forCause} />
      </Tabs>
      <CauseDialog open={giving} onClose={() => setGiving(false)} />
    </PageBody>
  );
}

function Results({ donations, forCause }: { donations: ReturnType<typeof useDonations>; forCause: boolean }) {
  if (!donations.data) {
    return (
      <QueryState query={donations} what="free items" title="The free items didn't load">
        <div className={gridClass}>
          <CardSkeletons count={8} />
        </div>
      </QueryState>
    );
  }
  const { pages } = donations.data;
  if (pages.every((page) => page.items.length === 0)) {
    return (
      <EmptyState
        icon={<HandHeart className="size-7" />}
        title={forCause ? "No items for a cause right now" : "No free items right now"}
        description={
          forCause
            ? "Items given for a charity or cause will show up here."
            : "Items listed for free will show up here."
        }
      />
    );
  }
  return (
    <>
      <h2 className="sr-only">{forCause ? "Given for a cause" : "Free items"}</h2>
      <FreeItems pages={pages} />
      <LoadMore what="free items" list={donations} />
    </>
  );
}

/** Cards of free items; the cause is shown in place of an offer. */
function FreeItems({ pages }: { pages: readonly DonationsReply[] }) {
  const grid = useGridStatus();
  const near = useNearPlace();
  const cards = useMemo(
    () =>
      pages.flatMap(({ items, server_now }) =>
        items.map(({ item, cause }) => ({
          items: [cause ? { ...item, offer_label: `For ${cause.name}` } : item],
          server_now,
        })),
      ),
    [pages],
  );
  return (
    <NearAndFurther items={cards} isNear={({ items }) => items.every((item) => isNearby(near, item.centre))}>
      {(part) => <ItemCards pages={part} grid={grid} eager={4} />}
    </NearAndFurther>
  );
}
