import { type ComponentType, createContext, useContext } from "react";
import { Later } from "./later.tsx";

/** Props of the wish list heart. */
export interface HeartProps {
  item: { id: string; title: string; seller: { id: string } };
  sold: boolean;
  /** On a photo, or in the button row of the item page. */
  place: "card" | "page";
}

/** The wish list button, provided by the app; its code loads after the page. */
export const CardHeart = createContext<ComponentType<HeartProps> | null>(null);

/** The wish list button of a card or page; nothing outside the app. */
export function HeartSlot(props: HeartProps) {
  const Heart = useContext(CardHeart);
  return Heart ? (
    <Later>
      <Heart {...props} />
    </Later>
  ) : null;
}
