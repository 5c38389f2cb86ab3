export { WishHeart } from "./wish-heart.tsx";

import { lazy } from "react";

export const SaveSearch = lazy(() => import("./save-search.tsx"));
