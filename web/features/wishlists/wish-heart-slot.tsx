import { type ComponentType, createContext, useContext } from "react";
import { ClientOnly } from "../../ui/client-only.tsx";

/** Props of the wish list heart. */
export interface HeartProps {
  item: { id: string; title: string; seller: { id: string } };
  sold: boolean;
  /** On a photo, or in the button row of the item page. */
  place: "card" | "page";
}

/** The wish list button, provided by the app; its code loads after the page. */
export const WishHeartContext = createContext<ComponentType<HeartProps> | null>(null);

/** The wish list button of a card or page; nothing outside the app. */
export function WishHeartSlot(props: HeartProps) {
  const Heart = useContext(WishHeartContext);
  return Heart ? (
    <ClientOnly>
      <Heart {...props} />
    </ClientOnly>
  ) : null;
}
