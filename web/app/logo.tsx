import { Link } from "react-router-dom";
import { siteName } from "../lib/document-title.ts";

export function Logo() {
  return (
    <Link
      to="/Marketplace"
      className="flex min-h-11 shrink-0 items-center gap-2.5 rounded-full"
      aria-label={`${siteName()}, to the marketplace`}
    >
      <svg viewBox="0 0 32 32" className="size-8" aria-hidden="true">
        <rect width="32" height="32" rx="9.6" className="fill-brand" />
        <path
          d="M8.9 20a7 7 0 1 1 12.8-4.9M21.7 8.7v6.4h-5.8"
          className="fill-none stroke-wattle"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle cx="19.9" cy="22" r="2.6" className="fill-on-brand" />
      </svg>
      <span className="max-[22.4rem]:sr-only text-[1.375rem] font-extrabold tracking-[-0.035em] text-ink">
        {siteName()}
      </span>
    </Link>
  );
}
