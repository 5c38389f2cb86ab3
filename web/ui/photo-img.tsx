import { clsx } from "clsx";
import { ImageOff } from "lucide-react";
import { type ComponentProps, useEffect, useState } from "react";
import type { Photo } from "#contract/items";
import type { Category } from "#domain/items/catalogue";
import { photoAddress } from "#domain/items/photo-keys";
import { photoSrcset } from "#domain/items/photo-sizes";
import { photoOrigin } from "../lib/photo-origin.ts";
import { CATEGORY_ICONS } from "./category-icons.ts";

type PhotoImgProps = Omit<ComponentProps<"img">, "src" | "srcSet" | "width" | "height" | "loading"> & {
  /** The stored photo; null shows the placeholder. */
  photo: Photo | null;
  /** Used where only a URL is known (orders, confirmations). */
  url?: string | null;
  alt: string;
  /** Rendered width, e.g. "(min-width: 1024px) 25vw, 50vw". */
  sizes?: string;
  /** Of the listing: without a photo its drawing is shown. */
  category?: Category;
  /** Visible from the start: loads at once, with priority. */
  eager?: boolean;
};

/** A listing's photo in the size the screen needs. A photo that fails to load is replaced by a placeholder, and tried again when the network or the user is back. */
export function PhotoImg({
  photo,
  url,
  alt,
  sizes = "100vw",
  category,
  eager = false,
  className,
  ...rest
}: PhotoImgProps) {
  const own = photo?.url_800 ?? url ?? null;
  const [failed, setFailed] = useState<readonly string[]>([]);
  const isFailed = failed.length > 0;
  useEffect(() => {
    if (!isFailed) return;
    const again = () => document.visibilityState === "visible" && setFailed([]);
    window.addEventListener("online", again);
    document.addEventListener("visibilitychange", again);
    return () => {
      window.removeEventListener("online", again);
      document.removeEventListener("visibilitychange", again);
    };
  }, [isFailed]);
  // Offline, or when the photos' own origin fails, our own path may still have the photo.
  const origin = own === null ? undefined : [photoOrigin(), ""].find((at) => !failed.includes(photoAddress(own, at)));
  // `blob:` URLs work only in the page that created them, so they are never shown.
  if (own === null || origin === undefined || own.startsWith("blob:")) {
    const Icon = category ? CATEGORY_ICONS[category] : ImageOff;
    return (
      <span className={clsx("flex items-center justify-center bg-surface text-muted", className)}>
        <Icon className={category ? "size-1/3" : "size-1/4 max-h-8 min-h-4"} strokeWidth={category && 1.25} />
        {alt ? <span className="sr-only">{alt} (no photo)</span> : null}
      </span>
    );
  }
  const src = photoAddress(own, origin);
  const fail = () => setFailed((before) => [...before, src]);
  return (
    <img
      {...rest}
      src={src}
      srcSet={photo ? photoSrcset(photo, origin) : undefined}
      sizes={photo ? sizes : undefined}
      width={photo?.width}
      height={photo?.height}
      alt={alt}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
      onError={fail}
      // An error event before hydration is lost, so check the state of the image.
      ref={(image) => {
        if (eager && image?.complete && image.naturalWidth === 0) fail();
      }}
      className={clsx("bg-surface object-cover", className)}
    />
  );
}
