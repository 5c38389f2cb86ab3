import { Ellipsis, Pause, Pencil, Play, Plus, Tag, Trash2 } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { OwnOffer, OwnOfferState } from "#contract/selling/special-offers";
import { formatDate } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { PageBody, PageHeader } from "../../../ui/layout.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { PhotoImg } from "../../../ui/photo-img.tsx";
import { QueryState } from "../../../ui/placeholders.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { toast, toastError } from "../../../ui/toast.tsx";
import { useOfferCommand, useOwnOffers } from "./api.ts";
import { OfferEditor } from "./offer-editor.tsx";

const PHOTOS_SHOWN = 5;

/** /SpecialOffers: the seller's offers; with `?edit` (`new`, or an offer id) the form of one. */
export default function SpecialOffersScreen() {
  const [query, setQuery] = useSearchParams();
  const editing = query.get("edit");
  const offers = useOwnOffers();
  const done = () => setQuery({}, { replace: true });
  const found = offers.data?.items.find((offer) => offer.id === editing) ?? null;
  // The form of a new offer does not wait for the list; editing needs the offer.
  if (editing === "new") return <OfferEditor offer={null} onDone={done} />;
  if (editing !== null && found) return <OfferEditor key={found.id} offer={found} onDone={done} />;
  return (
    <PageBody>
      <PageHeader
        title="Special Offers"
        description="Discount some of your items. The discount is applied at checkout."
        actions={
          offers.data && offers.data.items.length > 0 ? (
            <LinkButton to="/SpecialOffers?edit=new" icon={<Plus className="size-5" />}>
              New offer
            </LinkButton>
          ) : null
        }
      />
      {offers.data ? (
        <OfferList offers={offers.data.items} />
      ) : (
        <QueryState query={offers} title="Your offers didn't load" className="grid gap-4">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} className="h-28" />
          ))}
        </QueryState>
      )}
    </PageBody>
  );
}

function OfferList({ offers }: { offers: readonly OwnOffer[] }) {
  const [deleting, setDeleting] = useState<OwnOffer | null>(null);
  const command = useOfferCommand();
  if (offers.length === 0) {
    return (
      <EmptyState
        icon={<Tag className="size-7" />}
        title="No offers yet"
        description="Percentage off, buy-two-get-one, bulk discount or bundle price."
        action={
          <LinkButton to="/SpecialOffers?edit=new" icon={<Plus className="size-5" />}>
            Create an offer
          </LinkButton>
        }
      />
    );
  }
  const pause = (offer: OwnOffer, is_active: boolean) =>
    command.mutate(
      { kind: "change", id: offer.id, change: { is_active } },
      {
        onSuccess: () => toast({ title: is_active ? "Offer started" : "Offer paused", description: offer.title }),
        onError: toastError(is_active ? "The offer didn't start" : "The offer wasn't paused"),
      },
    );
  const remove = (offer: OwnOffer) =>
    command.mutate(
      { kind: "delete", id: offer.id },
      {
        onSuccess: () => toast({ title: "Offer deleted", description: offer.title }),
        onError: toastError("The offer wasn't deleted"),
        onSettled: () => setDeleting(null),
      },
    );
  return (
    <>
      <ul className="grid gap-4 lg:grid-cols-2">
        {offers.map((offer) => (
          <OfferCard key={offer.id} offer={offer} onPause={pause} onDelete={setDeleting} />
        ))}
      </ul>
      <ConfirmDialog
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        onConfirm={() => deleting && remove(deleting)}
        title="Delete this offer?"
        description="Your items go back to their own prices. Anyone holding one keeps the price they saw."
        confirmLabel="Delete offer"
        cancelLabel="Keep offer"
        danger
        loading={command.isPending}
      />
    </>
  );
}

const STATES: Record<OwnOfferState, { label: string; tone: "brand" | "neutral" | "wattleSoft" }> = {
  running: { label: "Running", tone: "brand" },
  unmet: { label: "Not shown", tone: "wattleSoft" },
  paused: { label: "Paused", tone: "neutral" },
  ended: { label: "Ended", tone: "neutral" },
};

function OfferCard({
  offer,
  onPause,
  onDelete,
}: {
  offer: OwnOffer;
  onPause: (offer: OwnOffer, active: boolean) => void;
  onDelete: (offer: OwnOffer) => void;
}) {
  const { state, items } = offer;
  const { label, tone } = STATES[state];
  return (
    <li className="min-w-0 rounded-lg bg-surface p-4 sm:p-6">
      <article>
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone={tone}>{label}</Badge>
              {offer.label ? <span className="font-semibold text-brand-ink">{offer.label}</span> : null}
            </p>
            <h2 dir="auto" className="mt-1.5 line-clamp-2 text-lg font-bold">
              {offer.title}
            </h2>
          </div>
          <Menu
            trigger={
              <IconButton label={`Actions for ${offer.title}`} className="-mr-2">
                <Ellipsis className="size-5" />
              </IconButton>
            }
            entries={[
              {
                label: "Edit",
                icon: <Pencil className="size-4.5" />,
                to: `/SpecialOffers?edit=${offer.id}`,
              },
              ...(state === "ended"
                ? []
                : state === "paused"
                  ? [
                      {
                        label: "Start again",
                        icon: <Play className="size-4.5" />,
                        onSelect: () => onPause(offer, true),
                      },
                    ]
                  : [
                      {
                        label: "Pause",
                        icon: <Pause className="size-4.5" />,
                        onSelect: () => onPause(offer, false),
                      },
                    ]),
              {
                label: "Delete",
                icon: <Trash2 className="size-4.5" />,
                onSelect: () => onDelete(offer),
                danger: true,
                separated: true,
              },
            ]}
          />
        </div>
        {offer.description ? (
          <p dir="auto" className="mt-1 line-clamp-2 text-muted">
            {offer.description}
          </p>
        ) : null}
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <ul className="flex gap-1.5" aria-label="Items">
            {items.slice(0, PHOTOS_SHOWN).map((item, index) => (
              <li key={offer.item_ids[index]}>
                <PhotoImg
                  photo={item.image}
                  alt={item.status === "sold" ? `${item.title}, sold` : item.title}
                  sizes="48px"
                  className="size-12 rounded-sm"
                  style={item.status === "active" ? undefined : { opacity: 0.5 }}
                />
              </li>
            ))}
            {items.length > PHOTOS_SHOWN ? (
              <li className="flex size-12 items-center justify-center rounded-sm bg-raised text-sm font-semibold text-muted">
                +{items.length - PHOTOS_SHOWN}
              </li>
            ) : null}
          </ul>
          <p className="text-sm text-muted">{when(offer)}</p>
        </div>
      </article>
    </li>
  );
}

function when(offer: OwnOffer): string {
  if (offer.state === "unmet") return "Not enough of its items are for sale, so buyers don't see it.";
  const last = offer.ends_at === null ? null : formatDate(offer.ends_at - 1);
  if (offer.state === "ended") return `Ended ${last}`;
  return last === null ? "Until you stop it" : `Until ${last}`;
}
