import { clsx } from "clsx";
import { ChevronLeft, ChevronRight, Expand } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import type { Photo } from "#contract/items";
import type { Category } from "#domain/items/catalogue";
import { GALLERY_SIZES } from "#domain/items/photo-sizes";
import { IconButton } from "../../ui/icon-button.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { PhotoImg } from "../../ui/photo-img.tsx";
import { useSwipe } from "./use-swipe.ts";

const viewPhotoOfFullScreen = (at: number, count: number) => `View photo ${at} of ${count} full screen`;

const photoOf = (title: string, index: number, count: number) => `${title}, photo ${index} of ${count}`;

const showPhoto = (index: number) => `Show photo ${index}`;

const PhotoViewer = lazyDialog(() => import("./photo-viewer.tsx"));

const SWIPE_PX = 50;

interface GalleryProps {
  photos: readonly Photo[];
  title: string;
  category: Category;
  veil?: string | undefined;
  /** Shown in the corner of the photo, where it can come and go without moving the page. */
  badge?: ReactNode;
}

/** Photos of one item: swipe, arrows, thumbnails, and a full-screen viewer. */
export function Gallery({ photos, title, category, veil, badge }: GalleryProps) {
  // `blob:` URLs work only in the page that created them.
  const shown = photos.filter((photo) => !photo.url.startsWith("blob:"));
  const [at, setAt] = useState(0);
  const [seen, setSeen] = useState<ReadonlySet<number>>(() => new Set([0]));
  const [viewer, setViewer] = useState<"never" | "open" | "closed">("never");
  const count = shown.length;

  const show = (index: number) => {
    if (count === 0) return;
    const next = (index + count) % count;
    setAt(next);
    setSeen((before) => new Set([...before, next, (next + 1) % count, (next - 1 + count) % count]));
  };
  const swipe = useSwipe(SWIPE_PX, (step) => {
    // Arrows wrap around, swipes stop at the ends, because the dragged photo must match the one that appears.
    if (at + step >= 0 && at + step < count) show(at + step);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (count < 2 || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
    event.preventDefault();
    show(at + (event.key === "ArrowRight" ? 1 : -1));
  };

  // The frame's ratio follows the first photo, between square and 4:3, so that most photos fill it without being
  // cropped.
  const first = shown[0];
  const frame = first ? Math.min(4 / 3, Math.max(1, first.width / first.height)) : 1;

  const corner = <div className="pointer-events-none absolute bottom-3 left-3 flex">{badge}</div>;
  if (count === 0) {
    return (
      <div data-tour="images" className="relative">
        <PhotoImg photo={null} category={category} alt={title} className="aspect-square w-full rounded-lg" />
        {corner}
      </div>
    );
  }
  return (
    <section aria-label="Photos" data-tour="images" onKeyDown={onKeyDown}>
      <div className="group relative overflow-hidden rounded-lg bg-surface max-sm:-mx-4 max-sm:rounded-none">
        <button
          type="button"
          {...swipe}
          onClick={() => setViewer("open")}
          onPointerEnter={PhotoViewer.preload}
          onFocus={PhotoViewer.preload}
          aria-label={viewPhotoOfFullScreen(at + 1, count)}
          style={{ aspectRatio: frame }}
          className="block w-full cursor-zoom-in [touch-action:pan-y] select-none overflow-hidden focus-visible:-outline-offset-4"
        >
          <span
            className="flex size-full transition-transform duration-200 ease-out"
            style={{ transform: `translateX(${at * -100}%)` }}
          >
            {shown.map((photo, index) => (
              <span key={photo.id} className="size-full shrink-0" aria-hidden={index !== at}>
                {seen.has(index) || index === at + 1 ? (
                  <PhotoImg
                    photo={photo}
                    alt={photoOf(title, index + 1, count)}
                    sizes={GALLERY_SIZES}
                    eager={index === 0}
                    draggable={false}
                    className="size-full object-contain!"
                  />
                ) : null}
              </span>
            ))}
          </span>
        </button>
        {veil ? (
          <span className="pointer-events-none absolute inset-0 flex items-center justify-center bg-[#14211c]/65 text-2xl font-extrabold text-white">
            {veil}
          </span>
        ) : null}
        {corner}
        {count > 1 ? (
          <>
            <IconButton
              label="Previous photo"
              variant="onPhoto"
              onClick={() => show(at - 1)}
              className="absolute! top-1/2 left-3 -translate-y-1/2 max-sm:hidden"
            >
              <ChevronLeft className="size-5" />
            </IconButton>
            <IconButton
              label="Next photo"
              variant="onPhoto"
              onClick={() => show(at + 1)}
              className="absolute! top-1/2 right-3 -translate-y-1/2 max-sm:hidden"
            >
              <ChevronRight className="size-5" />
            </IconButton>
            <span
              aria-hidden="true"
              className="pointer-events-none absolute right-3 bottom-3 rounded-full bg-[#14211c]/85 px-3 py-1 text-sm font-semibold text-white tabular-nums"
            >
              {at + 1} / {count}
            </span>
          </>
        ) : (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute right-3 bottom-3 flex size-10 items-center justify-center rounded-full bg-[#14211c]/85 text-white opacity-0 transition-opacity duration-150 group-hover:opacity-100"
          >
            <Expand className="size-4.5" />
          </span>
        )}
      </div>
      {count > 1 ? (
        <ul className="mt-3 flex gap-2.5 overflow-x-auto p-1 -mx-1 [scrollbar-width:none] [&::-webkit-scrollbar]:hidden">
          {shown.map((photo, index) => (
            <li key={photo.id} className="shrink-0">
              <button
                type="button"
                aria-label={showPhoto(index + 1)}
                aria-current={index === at}
                onClick={() => show(index)}
                className={clsx(
                  "block size-16 overflow-hidden rounded-md transition-opacity duration-150 sm:size-19",
                  index === at
                    ? "[box-shadow:0_0_0_2px_var(--color-page),0_0_0_4px_var(--color-brand)]"
                    : "opacity-70 hover:opacity-100",
                )}
              >
                <PhotoImg photo={photo} alt="" sizes="80px" className="size-full" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {viewer === "never" ? null : (
        <PhotoViewer
          photos={shown}
          title={title}
          at={at}
          open={viewer === "open"}
          onShow={show}
          onClose={() => setViewer("closed")}
        />
      )}
    </section>
  );
}
