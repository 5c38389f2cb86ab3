import { clsx } from "clsx";
import { Camera, CircleAlert, ImagePlus, RotateCw, X } from "lucide-react";
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { PHOTOS_MAX } from "#domain/items/catalogue";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { isBusy, type PhotoList } from "./photo-list.ts";
import { PhotoTileView } from "./photo-tile.tsx";
import { useFileDrop, useTileDrops } from "./use-photo-sorting.ts";

const photoMovedToPlace = (to: number, count: number) => `Photo moved to position ${to} of ${count}.`;

const uploadingPhotos = (busy: number, all: number) => `Uploading ${busy} of ${all} photos.`;

/** Adds pictures pasted anywhere on the page. Pasted text goes to the focused input. */
function usePastedPhotos(add: (files: File[]) => void): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const pictures = [...(event.clipboardData?.files ?? [])].filter((file) => file.type.startsWith("image/"));
      if (pictures.length === 0) return;
      event.preventDefault();
      add(pictures);
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, [add]);
}

/** Returns the text of the live region about all uploads. */
function uploadSummary(stored: number, busy: number, failed: number): string {
  if (busy > 0) return uploadingPhotos(busy, stored + busy + failed);
  if (failed > 0) return failed === 1 ? "1 photo wasn't uploaded." : `${failed} photos weren't uploaded.`;
  return stored === 0 ? "" : stored === 1 ? "1 photo uploaded." : `${stored} photos uploaded.`;
}

/** Id of the element to focus when the photos are invalid. */
export const PHOTOS_ID = "listing-photos";

/** The photos of a listing: choose, drop, paste or take photos, sort them, and see their progress. */
export function PhotoPicker({ photos, error }: { photos: PhotoList; error?: string | undefined }) {
  const { tiles, notice } = useStore(photos.store);
  const errorId = useId();
  const zone = useRef<HTMLFieldSetElement>(null);
  const grid = useRef<HTMLUListElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const [moved, setMoved] = useState("");
  // Selector of the button to focus again: moving a tile in the DOM loses the focus.
  const refocus = useRef<string | null>(null);

  const add = useCallback((chosen: File[]) => photos.add(chosen), [photos]);
  usePastedPhotos(add);
  const { near, over } = useFileDrop(zone, add);

  const moveTo = useCallback(
    (key: string, to: number) => {
      const count = photos.tiles.length;
      if (to < 0 || to >= count) return;
      photos.move(key, to);
      setMoved(to === 0 ? "Photo moved to the front. It's now the cover." : photoMovedToPlace(to + 1, count));
    },
    [photos],
  );
  const onDrop = useCallback(
    (key: string, onto: string) =>
      moveTo(
        key,
        photos.tiles.findIndex((tile) => tile.key === onto),
      ),
    [moveTo, photos],
  );
  useTileDrops(onDrop);

  // biome-ignore lint/correctness/useExhaustiveDependencies: restores the focus after the new order is rendered
  useLayoutEffect(() => {
    if (refocus.current === null) return;
    const wanted = grid.current?.querySelector<HTMLElement>(refocus.current) ?? addButton.current;
    refocus.current = null;
    wanted?.focus();
  }, [tiles]);

  const remove = (key: string) => {
    const at = tiles.findIndex((tile) => tile.key === key);
    const next = tiles[at + 1] ?? tiles[at - 1];
    refocus.current = `[data-remove="${next?.key ?? ""}"]`;
    setMoved("Photo removed.");
    photos.remove(key);
  };

  const busy = tiles.filter(isBusy).length;
  const failed = tiles.filter((tile) => tile.state === "failed");
  const full = tiles.length >= PHOTOS_MAX;
  const chosen = (input: HTMLInputElement) => {
    add([...(input.files ?? [])]);
    // Lets the user choose the same file again after removing it.
    input.value = "";
  };

  return (
    <fieldset
      ref={zone}
      id={PHOTOS_ID}
      tabIndex={-1}
      aria-describedby={error ? errorId : undefined}
      className={clsx(
        "min-w-0 rounded-lg border border-dashed p-3 transition-colors duration-150 sm:p-4",
        over ? "border-brand bg-brand-soft" : near ? "border-brand" : error ? "border-hot" : "border-field",
      )}
    >
      <legend className="sr-only">Photos</legend>
      {tiles.length > 0 ? (
        <ul ref={grid} className="mb-3 grid grid-cols-2 gap-2.5 sm:grid-cols-5 sm:gap-3">
          {tiles.map((tile, index) => (
            <PhotoTileView
              key={tile.key}
              tile={tile}
              place={index}
              count={tiles.length}
              onRemove={() => remove(tile.key)}
              onRetry={() => photos.retry(tile.key)}
              onCancel={() => photos.cancel(tile.key)}
              onLost={() => photos.markMissing(tile.key)}
              onMove={(to, button) => {
                refocus.current = `[data-move="${button}:${tile.key}"]`;
                moveTo(tile.key, to);
              }}
            />
          ))}
        </ul>
      ) : null}

      <div
        className={clsx("flex flex-wrap items-center gap-x-4 gap-y-3", tiles.length === 0 && "px-1 py-6 text-center")}
      >
        <div className={clsx("flex flex-wrap gap-2.5", tiles.length === 0 && "w-full justify-center")}>
          <Button
            ref={addButton}
            variant={tiles.length === 0 ? "soft" : "secondary"}
            icon={<ImagePlus className="size-4.5" />}
            disabled={full}
            onClick={() => files.current?.click()}
          >
            Add photos
          </Button>
          <span className="hidden pointer-coarse:contents">
            <Button
              variant="secondary"
              icon={<Camera className="size-4.5" />}
              disabled={full}
              onClick={() => camera.current?.click()}
            >
              Take a photo
            </Button>
          </span>
        </div>
        <p className={clsx("text-sm text-muted", tiles.length === 0 && "w-full")}>
          {tiles.length === 0 ? (
            <>
              Up to {PHOTOS_MAX}.{" "}
              <span className="pointer-coarse:hidden">Drop them here, paste them, or choose files. </span>
              The first one is the cover.
            </>
          ) : full ? (
            `You've added all ${PHOTOS_MAX}. Remove one to add another.`
          ) : (
            `${tiles.length} of ${PHOTOS_MAX}. Drag to reorder. The first one is the cover.`
          )}
        </p>
      </div>
      <input
        ref={files}
        type="file"
        accept="image/*"
        multiple
        hidden
        tabIndex={-1}
        aria-label="Choose photos"
        data-testid="photo-files"
        onChange={(event) => chosen(event.target)}
      />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        tabIndex={-1}
        aria-label="Take a photo"
        onChange={(event) => chosen(event.target)}
      />

      {notice ? (
        <p role="status" className="mt-3 text-sm text-muted">
          {notice}
        </p>
      ) : null}
      {failed.length > 0 ? (
        <div role="alert">
          <ul className="mt-3 grid gap-1.5">
            {failed.map((tile) => (
              <li
                key={tile.key}
                className="flex flex-wrap items-center gap-x-3 rounded-md bg-hot-soft py-1 pr-1.5 pl-3 text-sm"
              >
                <CircleAlert className="size-4 shrink-0 text-hot-ink" />
                <span className="min-w-0 flex-1 py-2">
                  <span dir="auto" className="font-semibold break-all">
                    {tile.name}
                  </span>
                  : {tile.message}
                </span>
                <span className="flex">
                  {tile.retryable ? (
                    <Button
                      size="sm"
                      variant="ghost"
                      icon={<RotateCw className="size-4" />}
                      aria-label={`Retry ${tile.name}`}
                      onClick={() => photos.retry(tile.key)}
                    >
                      Retry
                    </Button>
                  ) : null}
                  <Button
                    size="sm"
                    variant="ghost"
                    icon={<X className="size-4" />}
                    aria-label={`Remove ${tile.name}`}
                    onClick={() => remove(tile.key)}
                  >
                    Remove
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <FieldError id={errorId} message={error} />
      <p className="sr-only" aria-live="polite">
        {uploadSummary(photos.photos.length, busy, failed.length)} {moved}
      </p>
    </fieldset>
  );
}
