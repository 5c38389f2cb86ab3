import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { AdsReply } from "#contract/items/marketplace";
import { AdCard, useAds } from "../ads/index.ts";

/** Loads the ads of the store pages in one call. */
export function useStoreAds(): UseQueryResult<AdsReply> {
  return useAds(["top_banner", "sidebar", "bottom_banner"]);
}

interface StoreAdsProps {
  ads: AdsReply | undefined;
  /** Name of the store or page. An ad never comes before it. */
  header: ReactNode;
  children: ReactNode;
}

/** A page with its ads: below the header, at the side from 1024 px up (below on phones), and at the end. */
export function StoreAds({ ads, header, children }: StoreAdsProps) {
  const { top_banner: top, sidebar, bottom_banner: bottom } = ads?.ads ?? {};
  return (
    <>
      {header}
      {top ? <AdCard ad={top} layout="banner" className="my-6" /> : null}
      <div className="lg:flex lg:items-start lg:gap-x-12">
        <div className="min-w-0 flex-1">{children}</div>
        {sidebar ? (
          <div className="mt-10 w-56 shrink-0 max-sm:w-full lg:mt-0">
            <AdCard ad={sidebar} layout="card" />
          </div>
        ) : null}
      </div>
      {bottom ? <AdCard ad={bottom} layout="banner" className="mt-10" /> : null}
    </>
  );
}
