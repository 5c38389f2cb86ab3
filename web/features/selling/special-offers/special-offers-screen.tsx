import { Pause, Pencil, Play, Tag, Trash2 } from "lucide-react";
import { useSearchParams } from "react-router-dom";
import type { OwnOffer, OwnOfferState } from "#contract/selling/special-offers";
import { formatDate } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { toast, toastError } from "../../../ui/toast.tsx";
import { GroupCard, GroupPhotos, GroupsScreen } from "../goods-group.tsx";
import { useOfferCommand, useOwnOffers } from "./api.ts";
import { OfferEditor } from "./offer-editor.tsx";

/** /SpecialOffers: the seller's offers; with `?edit` (`new`, or an offer id) the form of one. */
export default function SpecialOffersScreen() {
  const [query, setQuery] = useSearchParams();
  const editing = query.get("edit");
  const offers = useOwnOffers();
  const command = useOfferCommand();
  const done = () => setQuery({}, { replace: true });
  const found = offers.data?.items.find((offer) => offer.id === editing) ?? null;
  // The form of a new offer does not wait for the list; editing needs the offer.
  if (editing === "new") return <OfferEditor offer={null} onDone={done} />;
  if (editing !== null && found) return <OfferEditor key={found.id} offer={found} onDone={done} />;
  const pause = (offer: OwnOffer, is_active: boolean) =>
    command.mutate(
      { kind: "change", id: offer.id, change: { is_active } },
      {
        onSuccess: () => toast({ title: is_active ? "Offer started" : "Offer paused", description: offer.title }),
        onError: toastError(is_active ? "The offer didn't start" : "The offer wasn't paused"),
      },
    );
  return (
    <GroupsScreen
      query={offers}
      path="/SpecialOffers"
      title="Special Offers"
      description="Discount some of your items. The discount is applied at checkout."
      failed="Your offers didn't load"
      add="New offer"
      empty={{
        icon: <Tag className="size-7" />,
        title: "No offers yet",
        description: "Percentage off, buy-two-get-one, bulk discount or bundle price.",
        add: "Create an offer",
      }}
      card={(offer, onDelete) => <OfferCard key={offer.id} offer={offer} onPause={pause} onDelete={onDelete} />}
      question={{
        title: "Delete this offer?",
        description: "Your items go back to their own prices. Anyone holding one keeps the price they saw.",
        confirmLabel: "Delete offer",
        cancelLabel: "Keep offer",
      }}
      done="Offer deleted"
      notDone="The offer wasn't deleted"
      end={{ run: ({ id }) => command.mutateAsync({ kind: "delete", id }), busy: command.isPending }}
    />
  );
}

const STATES: Record<OwnOfferState, { label: string; tone: "brand" | "neutral" | "wattleSoft" }> = {
  running: { label: "Running", tone: "brand" },
  unmet: { label: "Not shown", tone: "wattleSoft" },
  paused: { label: "Paused", tone: "neutral" },
  ended: { label: "Ended", tone: "neutral" },
};

interface OfferCardProps {
  offer: OwnOffer;
  onPause: (offer: OwnOffer, active: boolean) => void;
  onDelete: () => void;
}

function OfferCard({ offer, onPause, onDelete }: OfferCardProps) {
  const { label, tone } = STATES[offer.state];
  const paused = offer.state === "paused";
  const pauseOrStart = {
    label: paused ? "Start again" : "Pause",
    icon: paused ? <Play className="size-4.5" /> : <Pause className="size-4.5" />,
    onSelect: () => onPause(offer, paused),
  };
  return (
    <GroupCard
      title={offer.title}
      className="sm:p-6"
      state={
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={tone}>{label}</Badge>
          {offer.label ? <span className="font-semibold text-brand-ink">{offer.label}</span> : null}
        </p>
      }
      entries={[
        { label: "Edit", icon: <Pencil className="size-4.5" />, to: `/SpecialOffers?edit=${offer.id}` },
        ...(offer.state === "ended" ? [] : [pauseOrStart]),
        {
          label: "Delete",
          icon: <Trash2 className="size-4.5" />,
          onSelect: onDelete,
          danger: true,
          separated: true,
        },
      ]}
      about={
        offer.description ? (
          <p dir="auto" className="mt-1 line-clamp-2 text-muted">
            {offer.description}
          </p>
        ) : null
      }
      photos={<GroupPhotos items={offer.items} idOf={(_, index) => offer.item_ids[index]} />}
      note={when(offer)}
    />
  );
}

function when(offer: OwnOffer): string {
  if (offer.state === "unmet") return "Not enough of its items are for sale, so buyers don't see it.";
  const last = offer.ends_at === null ? null : formatDate(offer.ends_at - 1);
  if (offer.state === "ended") return `Ended ${last}`;
  return last === null ? "Until you stop it" : `Until ${last}`;
}
