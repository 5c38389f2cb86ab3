import { useEffect, useState } from "react";
import { formatTimeLeft } from "../../lib/format.ts";
import { useOnline } from "../../lib/use-online.ts";
import { Button } from "../../ui/button.tsx";
import { Price } from "../../ui/price.tsx";
import { distanceLabel, useNearPlace } from "../places/index.ts";
import { type Buying, useBuying } from "./buy-panel.tsx";

interface BuyBarProps extends Buying {
  /** The buy button of the page; null while there is none. */
  buyButton: HTMLElement | null;
}

/** Price and Buy Now at the bottom of phones, in place of the tab bar, while the page's button is off screen. */
export function BuyBar({ buyButton, ...buying }: BuyBarProps) {
  const { item, onBuy, onIntent } = buying;
  const distance = distanceLabel(useNearPlace(), item.centre);
  const { now, availability, buyable, label, shown } = useBuying(buying);
  const online = useOnline();
  const offScreen = useOffScreen(buyButton);
  if (!buyable || !online || !offScreen) return null;
  return (
    <section
      aria-label="Buy this item"
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-20 flex h-[calc(65px+env(safe-area-inset-bottom))] items-center justify-between gap-4 border-t border-line bg-page px-4 pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <div className="min-w-0">
        <Price price={shown.price} previous={shown.struck} />
        {availability.kind === "yours" ? (
          <p role="timer" aria-live="off" className="truncate text-sm text-muted tabular-nums">
            Held for you · {formatTimeLeft(availability.until - now)}
          </p>
        ) : distance === null ? null : (
          <p className="truncate text-sm text-muted">{distance}</p>
        )}
      </div>
      <Button onClick={onBuy} onPointerEnter={onIntent} onFocus={onIntent} className="px-8">
        {label}
      </Button>
    </section>
  );
}

/** The bars at the top and bottom, which cover the page. */
const COVERED = "-64px 0px -65px";

/** Whether an element is off screen, even partly. False until the browser has measured it. */
function useOffScreen(element: HTMLElement | null): boolean {
  const [offScreen, setOffScreen] = useState(false);
  useEffect(() => {
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => setOffScreen(entry !== undefined && entry.intersectionRatio < 0.9),
      { rootMargin: COVERED, threshold: 0.9 },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      setOffScreen(false);
    };
  }, [element]);
  return offScreen;
}
