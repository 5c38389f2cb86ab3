import { MapPin } from "lucide-react";
import street from "../../ui/street.svg";

/** The page's heading, with a picture on wide screens. */
export function MarketBanner() {
  return (
    <header
      data-tour="banner"
      className="relative flex min-h-20 items-center gap-4 overflow-hidden rounded-xl bg-banner px-4 py-4 text-on-banner sm:min-h-26 sm:px-6"
    >
      <span className="flex size-12 shrink-0 items-center justify-center rounded-md bg-wattle text-on-wattle sm:size-14 sm:rounded-lg">
        <MapPin className="size-6 sm:size-7" />
      </span>
      <div className="relative min-w-0">
        <h1 className="text-xl font-extrabold tracking-[-0.02em] sm:text-2xl">Good things, second time around</h1>
        <p className="mt-0.5 text-banner-quiet max-sm:hidden">Buy from people. Meet, check, pick up.</p>
      </div>
      {/* A file instead of inline SVG, because of the script budget of the first page. Lazy, so that phones never
          load it. */}
      <img
        src={street}
        alt=""
        width={420}
        height={104}
        loading="lazy"
        className="pointer-events-none absolute right-0 bottom-0 hidden h-full w-auto lg:block"
      />
    </header>
  );
}
