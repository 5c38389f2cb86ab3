/** What a promotion is doing, in words. */
import type { PromotionState } from "#domain/promotions";

export const STATE_WORDS: Record<PromotionState, { label: string; tone: "brand" | "neutral" | "wattleSoft" }> = {
  running: { label: "Running", tone: "brand" },
  upcoming: { label: "Starts soon", tone: "wattleSoft" },
  stopped: { label: "Not shown", tone: "wattleSoft" },
  ended: { label: "Ended", tone: "neutral" },
  cancelled: { label: "Cancelled", tone: "neutral" },
};
