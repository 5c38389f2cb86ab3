import { useEffect } from "react";
import type { ItemDetail } from "#contract/items";
import { Panel } from "../../ui/layout.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useItemGiveaway } from "./api.ts";
import { EntrantPanel } from "./entrant-panel.tsx";
import { GiverPanel } from "./giver-panel.tsx";

interface GiveawayPanelProps {
  item: ItemDetail;
  /** The live status; the loaded item may be older. */
  status: ItemDetail["status"];
  isOwner: boolean;
  /** Called when the giveaway differs from the loaded item. */
  onStale: () => void;
  /** Called when the viewer's own step may have changed who holds the item. */
  onChanged: () => void;
}

/** How a free item is given away, on its page: for the giver, for entrants and for everyone else. */
export default function GiveawayPanel({ item, status, isOwner, onStale, onChanged }: GiveawayPanelProps) {
  const { data, refetch } = useItemGiveaway(item.id, item.giveaway !== null);
  const giveaway = data?.giveaway ?? null;
  // Another status may be another step of the giveaway.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per status
  useEffect(() => {
    if (data) void refetch();
  }, [status]);
  const moved = data !== undefined && (giveaway?.mode ?? null) !== item.giveaway && status !== "sold";
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per difference
  useEffect(() => {
    if (moved) onStale();
  }, [moved]);

  const changed = () => {
    onChanged();
    onStale();
  };
  if (item.giveaway === null) {
    return isOwner && status === "active" ? (
      <Panel>
        <GiverPanel itemId={item.id} giveaway={null} onChanged={changed} />
      </Panel>
    ) : null;
  }
  if (!data) return <Skeleton className="h-28" />;
  if (!giveaway) return null;
  const tone = giveaway.you?.status === "offered" ? "brand" : "surface";
  return (
    <section aria-label="Giveaway">
      <Panel tone={tone}>
        {isOwner ? (
          <GiverPanel itemId={item.id} giveaway={giveaway} onChanged={changed} />
        ) : (
          <EntrantPanel itemId={item.id} giveaway={giveaway} onChanged={changed} />
        )}
      </Panel>
    </section>
  );
}
