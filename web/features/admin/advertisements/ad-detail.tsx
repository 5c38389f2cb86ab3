import { useState } from "react";
import { Link } from "react-router-dom";
import type { AdvertisementDetail } from "#contract/ads";
import { formatDollars } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Facts, PageBody, PageHeader, Section } from "../../../ui/layout.tsx";
import { PageSkeleton } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { toast, toastError } from "../../../ui/toast.tsx";
import { PLACEMENT_LABELS, ReachChart } from "../../ads/index.ts";
import { AdForm } from "./ad-form.tsx";
import { reachLabel, STATE_LABELS, scheduleLabel } from "./ad-labels.ts";
import { AdPreview } from "./ad-preview.tsx";
import { valuesOf } from "./ad-values.ts";
import { useAdCommand, useAdvertisement } from "./api.ts";

const BACK = { to: "/Advertisements", label: "All advertisements" };

/** One ad: its reach, and a form to change it while it has not ended. */
export function AdDetail({ id }: { id: string }) {
  const ad = useAdvertisement(id);
  if (ad.data) return <Detail ad={ad.data} />;
  if (ad.isPending) return <PageSkeleton />;
  return (
    <PageBody>
      <PageHeader title="Advertisement" back={BACK} />
      <ErrorState query={ad} />
    </PageBody>
  );
}

function Detail({ ad }: { ad: AdvertisementDetail }) {
  const command = useAdCommand();
  const [ending, setEnding] = useState(false);
  const { label, tone } = STATE_LABELS[ad.state];
  const ours = ad.promotion === null;
  const open = ours && ad.ended_at === null;

  const failed = toastError("We couldn't update it");
  const change = (active: boolean) =>
    command.mutate(
      { kind: "change", id: ad.id, change: { version: ad.version, active } },
      { onSuccess: () => toast({ title: active ? "Switched on" : "Switched off" }), onError: failed },
    );
  const end = () =>
    command.mutate(
      { kind: "end", id: ad.id },
      {
        onSuccess: () => toast({ title: "Advertisement ended" }),
        onError: failed,
        onSettled: () => setEnding(false),
      },
    );

  return (
    <PageBody>
      <PageHeader
        title={ad.title}
        back={BACK}
        description={
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone={tone}>{label}</Badge>
            {PLACEMENT_LABELS[ad.placement].label} · {scheduleLabel(ad)}
          </span>
        }
        actions={
          open ? (
            <>
              <Button variant="secondary" loading={command.isPending && !ending} onClick={() => change(!ad.active)}>
                {ad.active ? "Switch off" : "Switch on"}
              </Button>
              <Button variant="danger" onClick={() => setEnding(true)}>
                {" "}
                End advertisement{" "}
              </Button>
            </>
          ) : ours ? (
            <LinkButton to={`/Advertisements/new?copy=${ad.id}`} variant="secondary">
              Run again
            </LinkButton>
          ) : undefined
        }
      />
      <Section title="Reach">
        <p className="mb-3 tabular-nums">{reachLabel(ad)}</p>
        {ad.reach.some((day) => day.impressions > 0) ? (
          <div className="overflow-x-auto">
            <ReachChart reach={ad.reach} />
          </div>
        ) : (
          <p className="text-muted">
            {ad.reach.length > 0 ? "No views yet." : "Daily figures appear here once it runs."}
          </p>
        )}
      </Section>
      {open ? (
        <Section title="Advertisement">
          <AdForm
            key={ad.version}
            ad={ad}
            onSaved={() =>
              toast({ title: "Advertisement saved", description: "Visitors will see it on the next page they open." })
            }
          />
        </Section>
      ) : (
        <Section title="Advertisement">
          <div className="grid gap-6 lg:grid-cols-2">
            <AdPreview values={valuesOf(ad)} imageUrl={ad.image_url} />
            {ad.promotion ? (
              <Facts
                items={[
                  {
                    name: "Seller",
                    value: (
                      <Link to={`/Store/${ad.promotion.seller_id}`} className="underline">
                        {ad.promotion.seller_name || "A seller"}
                      </Link>
                    ),
                  },
                  { name: "Paid", value: formatDollars(ad.promotion.amount) },
                  {
                    name: "Listing",
                    value: (
                      <Link dir="auto" to={`/ItemDetail/${ad.promotion.item_id}`} className="underline">
                        {ad.title}
                      </Link>
                    ),
                  },
                ]}
              />
            ) : null}
          </div>
        </Section>
      )}
      <ConfirmDialog
        open={ending}
        onClose={() => setEnding(false)}
        onConfirm={end}
        title="End this advertisement?"
        description="No one will see it any more. Its figures stay in the list, but you can't switch it back on."
        confirmLabel="End advertisement"
        danger
        loading={command.isPending}
      />
    </PageBody>
  );
}
