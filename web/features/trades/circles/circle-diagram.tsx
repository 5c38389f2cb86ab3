import { useId } from "react";
import type { CircleView } from "#contract/trades/circles";
import { formatDollars } from "../../../lib/format.ts";
import { PhotoImg } from "../../../ui/photo-img.tsx";
import { kmLabel } from "../../places/index.ts";
import { nameOf } from "./circle-labels.ts";

const SIZE = { width: 320, height: 300 };
/** Centre and radius of the ring, on which the three photos are. */
const RING = { x: 160, y: 158, r: 104 };
const PHOTO = 80;
/** Angle that each photo covers on the ring, with its gap to the arrows, in degrees. */
const GAP = 34;

const pointAt = (degrees: number, r = RING.r) => {
  const radians = (degrees * Math.PI) / 180;
  return { x: RING.x + r * Math.cos(radians), y: RING.y + r * Math.sin(radians) };
};
const angleOf = (place: number) => -90 + place * 120;

function arc(place: number): string {
  const [from, to] = [pointAt(angleOf(place) + GAP), pointAt(angleOf(place + 1) - GAP)];
  return `M ${from.x} ${from.y} A ${RING.r} ${RING.r} 0 0 1 ${to.x} ${to.y}`;
}

/**
 * Draws the three items as a circle: each arrow leads from the giver's item to the person who gets it. The viewer is at
 * the top. Decorative: the list next to it says the same in words.
 */
export function CircleDiagram({ circle }: { circle: CircleView }) {
  const arrow = useId();
  const legs = [...circle.legs.slice(circle.give), ...circle.legs.slice(0, circle.give)];
  return (
    <div
      aria-hidden="true"
      className="relative mx-auto"
      style={{ width: SIZE.width, maxWidth: "100%", height: SIZE.height }}
    >
      <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} className="absolute inset-0 text-muted" role="presentation">
        <defs>
          <marker id={arrow} viewBox="0 0 8 8" refX="5" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M 0 0 L 8 4 L 0 8 z" fill="currentColor" />
          </marker>
        </defs>
        {legs.map((leg, place) => (
          <path
            key={leg.item.id}
            d={arc(place)}
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeDasharray={leg.state === "handed_over" ? undefined : "5 5"}
            markerEnd={`url(#${arrow})`}
          />
        ))}
      </svg>
      {legs.map((leg, place) => {
        const { x, y } = pointAt(angleOf(place));
        return (
          <figure
            key={leg.item.id}
            className="absolute text-center"
            style={{ left: x - PHOTO / 2, top: y - PHOTO / 2 - 4, width: PHOTO }}
          >
            <PhotoImg photo={null} url={leg.item.image_url} alt="" className="size-20 rounded-md" />
            <figcaption className="mt-1 truncate text-sm">
              <span className="font-semibold">{nameOf(leg.giver)}</span>
              <span className="block truncate text-muted">{leg.item.collection_summary.split(",")[0]}</span>
            </figcaption>
          </figure>
        );
      })}
      {legs.map((leg, place) => {
        // Inside the ring, beside the middle of the arrow.
        const middle = pointAt(angleOf(place) + 60, RING.r - 30);
        return leg.item.distance_km === null ? null : (
          <p
            key={leg.item.id}
            className="absolute w-16 text-center text-sm text-muted tabular-nums"
            style={{ left: middle.x - 32, top: middle.y - 10 }}
          >
            {kmLabel(leg.item.distance_km)
              .replace(/ away$/, "")
              .toLowerCase()}
          </p>
        );
      })}
      <p
        className="absolute text-center text-sm text-muted"
        style={{ left: RING.x - 50, top: RING.y - 20, width: 100 }}
      >
        {circle.difference === 0
          ? "No cash for you"
          : `You ${circle.difference > 0 ? "pay" : "get"} ${formatDollars(Math.abs(circle.difference))}`}
      </p>
    </div>
  );
}
