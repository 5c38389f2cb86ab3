/** `sizes` of photos. Preload and `<img>` must use the same value, or the browser loads the picture twice. */
import { photoAddress } from "./photo-keys.ts";

/** A card in the marketplace grid. */
export const CARD_SIZES = "(min-width: 1288px) 295px, (min-width: 1024px) 23vw, (min-width: 768px) 31vw, 47vw";

/** A card in a row of six, which scrolls sideways on narrow screens. */
export const CAROUSEL_SIZES = "(min-width: 1288px) 190px, (min-width: 1024px) 15vw, (min-width: 484px) 208px, 43vw";

/** The large photo of an item page. */
export const GALLERY_SIZES = "(min-width: 1288px) 700px, (min-width: 768px) 56vw, 100vw";

/** Returns the `srcset` of a photo's stored sizes, at the photos' own origin unless it is empty. */
export function photoSrcset(photo: { url: string; url_800: string; url_400: string }, origin: string): string {
  const at = (url: string) => photoAddress(url, origin);
  return `${at(photo.url_400)} 400w, ${at(photo.url_800)} 800w, ${at(photo.url)} 1600w`;
}
