/** Loads ads by placement and reports their impressions and clicks (D46). */
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type RefCallback, useCallback } from "react";
import type { AdsReply } from "#contract/items/marketplace";
import type { AdPlacement } from "#domain/ads/ads";
import { api, unwrap } from "../../lib/api-client.ts";

/** An impression counts after half of the ad was on screen for this long without a break. */
const SEEN_AFTER_MS = 1_000;
const SEEN_SHARE = 0.5;

/** Loads the ads of these placements. A failure is not shown and not retried, because the page works without ads. */
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
 * Sends a count and ignores its failure. `keepalive` lets the request outlive the page. The reply is read to its end,
 * because an unread reply keeps its connection and the page would never count as loaded.
 */
function sendBeacon(call: Promise<Response>): Promise<void> {
  return call
    .then((reply) => reply.text())
    .then(
      () => undefined,
      () => undefined,
    );
}

function reportAdImpression(id: string): void {
  if (impressions.has(id)) return;
  const sent = sendBeacon(api.api.ads[":id"].impression.$post({ param: { id } }, { init: { keepalive: true } }));
  impressions.set(id, sent);
  if (clicks.has(id)) void sent.then(() => sendClick(id));
}

function sendClick(id: string): void {
  void sendBeacon(api.api.ads[":id"].click.$post({ param: { id } }, { init: { keepalive: true } }));
}

/**
 * Reports a click once per visit. The server counts clicks only from viewers with an impression, so a quick click waits
 * for it.
 */
export function reportAdClick(id: string): void {
  if (!id || clicks.has(id)) return;
  clicks.add(id);
  void impressions.get(id)?.then(() => sendClick(id));
}

/** Returns a ref callback that reports one impression per visit. A preview has no id and reports nothing. */
export function useAdImpression(id: string): RefCallback<Element> {
  return useCallback(
    (element: Element | null) => {
      if (element === null || !id || impressions.has(id)) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let inView = false;
      const update = () => {
        clearTimeout(timer);
        // The observer still reports elements of a hidden tab as intersecting.
        if (!inView || document.visibilityState === "hidden") return;
        timer = setTimeout(() => {
          stop();
          reportAdImpression(id);
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
