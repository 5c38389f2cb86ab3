import { type ComponentType, createContext, useContext } from "react";
import { Later } from "./later.tsx";

/** The thing a heart is about. */
export interface HeartProps {
  item: { id: string; title: string; seller: { id: string } };
  /** Nobody can have it any more. */
  sold: boolean;
  /** On a photo, or in the row of buttons of the item's page. */
  place: "card" | "page";
}

/** What saves a listing to a wish list, where the app has one: its code comes after the page. */
export const CardHeart = createContext<ComponentType<HeartProps> | null>(null);

/** The heart of a card or page; nothing without the app around it. */
export function HeartSlot(props: HeartProps) {
  const Heart = useContext(CardHeart);
  return Heart ? (
    <Later>
      <Heart {...props} />
    </Later>
  ) : null;
}
