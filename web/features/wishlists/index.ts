export { useListCommand, useListItems, useSavedSearches, useSearchCommand } from "./api.ts";
export { NameDialog } from "./name-dialog.tsx";
export { WishHeart } from "./wish-heart.tsx";
export { useWishLists } from "./wish-lists.ts";

import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";

export const ListChooser = lazyDialog(() => import("./list-chooser.tsx"));
export const SaveSearch = lazyPart(() => import("./save-search.tsx"));
