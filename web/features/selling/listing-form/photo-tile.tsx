import { clsx } from "clsx";
import { ChevronLeft, ChevronRight, CircleAlert, X } from "lucide-react";
import { useRef } from "react";
import { Badge } from "../../../ui/badge.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { isBusy, type PhotoTile } from "./photo-list.ts";
import { useSortableTile } from "./use-photo-sorting.ts";

const photoName = (place: number, count: number) => `photo ${place} of ${count}`;

/** Alternative text of a photo. */
const photoAlt = (place: number, count: number, failed: boolean) =>
  `${place === 1 ? `Cover, ${photoName(place, count)}` : `Photo ${place} of ${count}`}${failed ? ", not uploaded" : ""}`;

const photoNotUploaded = (place: number, count: number) => `Photo ${place} of ${count}: not uploaded`;

const move = {
  left: (name: string) => `Move ${name} left`,
  right: (name: string) => `Move ${name} right`,
};

interface PhotoTileViewProps {
  tile: PhotoTile;
  place: number;
  count: number;
  onRemove: () => void;
  onRetry: () => void;
  onCancel: () => void;
  onLost: () => void;
  onMove: (to: number, button: "left" | "right") => void;
}

const visibleOnHover =
  "opacity-0 transition-opacity duration-150 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100";

/** One photo with its progress and controls. Photos can be moved by dragging or with the arrow buttons (WCAG 2.5.7). */
export function PhotoTileView({ tile, place, count, onRemove, onRetry, onCancel, onLost, onMove }: PhotoTileViewProps) {
  const element = useRef<HTMLLIElement>(null);
  const { dragged, target } = useSortableTile(element, tile.key);
  const busy = isBusy(tile);
  const name = photoName(place + 1, count);
  const percent = Math.round(tile.progress * 100);
  const src = tile.photo?.url_400 ?? tile.preview;

  return (
    <li
      ref={element}
      data-photo={tile.key}
      className={clsx(
        "group relative aspect-square cursor-grab touch-manipulation overflow-hidden rounded-md bg-surface",
        dragged && "opacity-40",
        target && "outline-3 outline-offset-2 outline-brand",
      )}
    >
      {src && (tile.state !== "failed" || tile.retryable) ? (
        <img
          src={src}
          alt={photoAlt(place + 1, count, tile.state === "failed")}
          draggable={false}
          onError={tile.photo ? onLost : undefined}
          className={clsx("size-full object-cover", busy && "opacity-50", tile.state === "failed" && "opacity-30")}
        />
      ) : (
        <span className="flex size-full flex-col items-center justify-center gap-1.5 text-muted">
          <CircleAlert className="size-6 text-hot-ink" />
          <span className="sr-only">{photoNotUploaded(place + 1, count)}</span>
        </span>
      )}

      {place === 0 ? (
        <Badge tone="ink" className="absolute top-1.5 left-1.5">
          Cover
        </Badge>
      ) : null}

      {busy ? (
        <div className="absolute inset-x-2 bottom-2">
          <div
            role="progressbar"
            aria-label={`Uploading ${name}`}
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
            className="h-1.5 overflow-hidden rounded-full bg-page"
          >
            <div
              className={clsx(
                "h-full rounded-full bg-brand transition-[width] duration-150",
                tile.state !== "uploading" && "animate-pulse",
              )}
              style={{ width: `${tile.state === "uploading" ? Math.max(6, percent) : 6}%` }}
            />
          </div>
        </div>
      ) : tile.state === "failed" && tile.retryable ? (
        <button
          type="button"
          onClick={onRetry}
          className="absolute inset-x-1.5 bottom-1.5 min-h-tap rounded-full bg-raised text-sm font-semibold text-ink hover:bg-brand-soft"
          aria-label={`Retry ${name}`}
        >
          Retry
        </button>
      ) : count > 1 ? (
        <div className={clsx("absolute inset-x-1.5 bottom-1.5 flex justify-between", visibleOnHover)}>
          <MoveButton direction="left" tile={tile} name={name} to={place - 1} count={count} onMove={onMove} />
          <MoveButton direction="right" tile={tile} name={name} to={place + 1} count={count} onMove={onMove} />
        </div>
      ) : null}

      <span className="absolute top-1.5 right-1.5">
        <IconButton
          variant="onPhoto"
          size="sm"
          label={busy ? `Cancel upload of ${name}` : `Remove ${name}`}
          data-remove={tile.key}
          onClick={busy ? onCancel : onRemove}
        >
          <X className="size-4.5" />
        </IconButton>
      </span>
    </li>
  );
}

function MoveButton({
  direction,
  tile,
  name,
  to,
  count,
  onMove,
}: {
  direction: "left" | "right";
  tile: PhotoTile;
  name: string;
  to: number;
  count: number;
  onMove: PhotoTileViewProps["onMove"];
}) {
  const Icon = direction === "left" ? ChevronLeft : ChevronRight;
  const atEnd = to < 0 || to >= count;
  return (
    <IconButton
      variant="onPhoto"
      size="sm"
      label={move[direction](name)}
      data-move={`${direction}:${tile.key}`}
      // Not `disabled`, so that the button keeps the focus when its photo reaches the end.
      aria-disabled={atEnd || undefined}
      onClick={() => {
        if (!atEnd) onMove(to, direction);
      }}
      className="aria-disabled:opacity-50"
    >
      <Icon className="size-4.5" />
    </IconButton>
  );
}
