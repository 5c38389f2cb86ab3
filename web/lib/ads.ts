/** Ads as they are shown: which one stands in a placement, and telling the service that it was seen or opened (D46). */
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type RefCallback, useCallback } from "react";
import type { AdsReply } from "#contract/browse";
import type { AdPlacement } from "#domain/ads";
import { api, unwrap } from "./api-client.ts";

/** An ad is seen when half of it has been on screen for this long without a break. */
const SEEN_AFTER_MS = 1_000;
const SEEN_SHARE = 0.5;

/** The ads of these placements. A page is whole without them: their failure is not shown and not tried again. */
export function useAds(placements: readonly AdPlacement[]): UseQueryResult<AdsReply> {
  const wanted = placements.join(",");
  return useQuery({
    queryKey: ["ads", wanted],
    queryFn: ({ signal }) => unwrap(api.api.ads.$get({ query: { placements: wanted } }, { init: { signal } })),
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
    retry: false,
  });
}

const impressions = new Map<string, Promise<void>>();
const clicks = new Set<string>();

/**
 * `keepalive`: the call outlives a page that is left by it. Nobody waits for a count, so its failure stays unseen. The
 * reply is read to its end though nobody wants it: unread, it keeps its connection and the page never counts as loaded.
 */
function tell(call: Promise<Response>): Promise<void> {
  return call
    .then((reply) => reply.text())
    .then(
      () => undefined,
      () => undefined,
    );
}

function noteImpression(id: string): void {
  if (impressions.has(id)) return;
  const sent = tell(api.api.ads[":id"].impression.$post({ param: { id } }, { init: { keepalive: true } }));
  impressions.set(id, sent);
  if (clicks.has(id)) void sent.then(() => sendClick(id));
}

function sendClick(id: string): void {
  void tell(api.api.ads[":id"].click.$post({ param: { id } }, { init: { keepalive: true } }));
}

/** Once per visit. The service counts a click only of who has seen the ad, so a quick one waits for the impression. */
export function noteAdClick(id: string): void {
  if (!id || clicks.has(id)) return;
  clicks.add(id);
  void impressions.get(id)?.then(() => sendClick(id));
}

/** For the element of an ad: counts its impression, once per visit, when it has been seen. A preview has no id. */
export function useAdImpression(id: string): RefCallback<Element> {
  return useCallback(
    (element: Element | null) => {
      if (element === null || !id || impressions.has(id)) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let inView = false;
      const update = () => {
        clearTimeout(timer);
        // A hidden tab shows nothing, whatever the layout says.
        if (!inView || document.visibilityState === "hidden") return;
        timer = setTimeout(() => {
          stop();
          noteImpression(id);
        }, SEEN_AFTER_MS);
      };
      const observer = new IntersectionObserver(
        (entries) => {
          const before = inView;
          inView = (entries.at(-1)?.intersectionRatio ?? 0) >= SEEN_SHARE;
          if (inView !== before) update();
        },
        { threshold: SEEN_SHARE },
      );
      const stop = () => {
        clearTimeout(timer);
        observer.disconnect();
        document.removeEventListener("visibilitychange", update);
      };
      observer.observe(element);
      document.addEventListener("visibilitychange", update);
      return stop;
    },
    [id],
  );
}
