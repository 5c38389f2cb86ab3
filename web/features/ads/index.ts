export { AdCard } from "./ad-card.tsx";
export { countLabel, formatDayRange, formatShortDay, PLACEMENT_LABELS, PLACEMENT_ORDER } from "./ad-labels.ts";
export { useAds } from "./ads.ts";
export { ReachChart } from "./reach-chart.tsx";
