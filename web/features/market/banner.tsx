import { MapPin } from "lucide-react";

/** The page's slim heading, with a row of terrace houses at dusk where there is room for it. */
export function MarketBanner() {
  return (
    <header className="relative flex min-h-20 items-center gap-4 overflow-hidden rounded-xl bg-banner px-4 py-4 text-white sm:min-h-26 sm:px-6">
      <span className="flex size-12 shrink-0 items-center justify-center rounded-md bg-wattle text-on-wattle sm:size-14 sm:rounded-lg">
        <MapPin className="size-6 sm:size-7" aria-hidden="true" />
      </span>
      <div className="relative min-w-0">
        <h1 className="text-xl font-extrabold tracking-[-0.02em] sm:text-2xl">Good things, a few streets away</h1>
        <p className="mt-0.5 text-white/80 max-sm:hidden">
          Buy from people nearby. Pay safely, then collect in person.
        </p>
      </div>
      <Street />
    </header>
  );
}

function Street() {
  return (
    <svg
      viewBox="0 0 300 104"
      className="pointer-events-none absolute right-8 bottom-0 hidden h-full max-h-26 lg:block"
      aria-hidden="true"
    >
      <g fill="#fff" fillOpacity="0.09">
        <path d="M0 104V62l26-20 26 20v42zM52 104V50h44v54zM96 104V66l30-24 30 24v38zM156 104V40h36v64zM192 104V60l27-20 27 20v44zM246 104V70h54v34z" />
      </g>
      <g fill="#ffc531">
        <path
          fillOpacity="0.9"
          d="M20 70h12v12H20zM120 70h12v12h-12zM165 52h7v10h-7zM177 72h7v10h-7zM262 80h9v11h-9z"
        />
        <path fillOpacity="0.35" d="M62 60h8v11h-8zM78 60h8v11h-8zM177 52h7v10h-7zM213 68h12v12h-12zM278 80h9v11h-9z" />
      </g>
    </svg>
  );
}
