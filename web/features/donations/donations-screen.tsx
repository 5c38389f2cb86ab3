import { HandHeart, HeartHandshake, Plus } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { DonationsReply } from "#contract/community/donations";
import { useGridStatus } from "../../lib/grid-status.ts";
import { useSession } from "../../lib/session.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { ItemCards } from "../../ui/item-cards.tsx";
import { PageBody, PageHeader, Panel } from "../../ui/layout.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { CardSkeletons, gridClass } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useDonations } from "./api.ts";
import * as words from "./words.ts";

const CauseDialog = lazy(() => import("./cause-dialog.tsx"));

const TABS = [
  { value: "all", label: words.everythingFree },
  { value: "cause", label: words.forACause },
] as const;

/** /Donations: free items, and items given for a cause (D49). Money is never donated. */
export default function DonationsScreen() {
  const { disabledFeatures: closed } = useSession();
  return closed.includes("donations") ? <Closed /> : <Open />;
}

function Closed() {
  return (
    <EmptyState
      icon={<HandHeart className="size-7" />}
      title={words.switchedOff}
      description={words.switchedOffDescription}
      action={<LinkButton to="/Marketplace">{words.toTheMarketplace}</LinkButton>}
    />
  );
}

function Open() {
  const [query, setQuery] = useSearchParams();
  const { signedIn } = useSession();
  const [giving, setGiving] = useState(false);
  const [opened, setOpened] = useState(false);
  const forCause = query.get("for") === "cause";
  const donations = useDonations(forCause);
  return (
    <PageBody>
      <PageHeader
        title={words.donations}
        description={words.description}
        actions={
          signedIn ? (
            <>
              <Button
                icon={<HeartHandshake className="size-5" aria-hidden="true" />}
                onClick={() => {
                  setOpened(true);
                  setGiving(true);
                }}
              >
                {words.giveForACause}
              </Button>
              <LinkButton to="/AddItem" variant="secondary" icon={<Plus className="size-5" aria-hidden="true" />}>
                {words.listSomethingFree}
              </LinkButton>
            </>
          ) : (
            <LinkButton to="/SignIn?returnUrl=%2FDonations">{words.signInToGive}</LinkButton>
          )
        }
      />
      <Panel tone="brand" className="mb-6">
        <p className="max-w-prose">
          {words.goodsOnly.before}{" "}
          <a
            href="https://www.acnc.gov.au/charity/charities"
            rel="noopener noreferrer"
            className="font-semibold text-brand-ink underline underline-offset-4"
          >
            {words.goodsOnly.link}
          </a>{" "}
          {words.goodsOnly.after}
        </p>
      </Panel>
      <Tabs
        label={words.whichGiveaways}
        tabs={TABS}
        value={forCause ? "cause" : "all"}
        onChange={(tab) => setQuery(tab === "cause" ? { for: "cause" } : {}, { replace: true })}
        className="mb-5"
      >
        <Results donations={donations} forCause={forCause} />
      </Tabs>
      {opened ? (
        <Suspense fallback={null}>
          <CauseDialog open={giving} onClose={() => setGiving(false)} />
        </Suspense>
      ) : null}
    </PageBody>
  );
}

function Results({ donations, forCause }: { donations: ReturnType<typeof useDonations>; forCause: boolean }) {
  if (donations.isPending) {
    return (
      <div role="status">
        <span className="sr-only">{words.loadingGiveaways}</span>
        <div className={gridClass}>
          <CardSkeletons count={8} />
        </div>
      </div>
    );
  }
  if (donations.data === undefined) {
    return (
      <ErrorState
        title={words.theGiveawaysDidntLoad}
        error={donations.error}
        onRetry={() => void donations.refetch()}
      />
    );
  }
  const { pages } = donations.data;
  if (pages.every((page) => page.items.length === 0)) {
    return (
      <EmptyState
        icon={<HandHeart className="size-7" />}
        title={forCause ? words.noCauses : words.nothingFree}
        description={forCause ? words.noCausesDescription : words.nothingFreeDescription}
      />
    );
  }
  return (
    <>
      <h2 className="sr-only">{forCause ? words.givenForACause : words.freeThings}</h2>
      <Giveaways pages={pages} />
      {donations.hasNextPage ? (
        <LoadMore
          what={words.listed}
          loading={donations.isFetchingNextPage}
          failed={donations.isFetchNextPageError}
          onLoad={() => void donations.fetchNextPage()}
        />
      ) : null}
    </>
  );
}

/** Cards of free items; the cause is shown in place of an offer. */
function Giveaways({ pages }: { pages: readonly DonationsReply[] }) {
  const grid = useGridStatus();
  const cards = useMemo(
    () =>
      pages.map(({ items, server_now }) => ({
        items: items.map(({ item, cause }) => (cause ? { ...item, offer_label: words.forCause(cause.name) } : item)),
        server_now,
      })),
    [pages],
  );
  return <ItemCards pages={cards} grid={grid} eager={4} />;
}
