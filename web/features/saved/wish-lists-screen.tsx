import { useSearchParams } from "react-router-dom";
import { PageBody, PageHeader } from "../../ui/layout.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { FollowedSellers, useFollowing } from "../stores/index.ts";
import { useSavedSearches, useWishLists } from "../wishlists/index.ts";
import { SavedItems } from "./saved-items.tsx";
import { SavedSearches } from "./saved-searches.tsx";

type View = "items" | "searches" | "sellers";

const VIEWS: readonly View[] = ["items", "searches", "sellers"];

/** /WishLists: saved items by list, saved searches, and followed sellers (D49). */
export default function WishListsScreen() {
  const [params, setParams] = useSearchParams();
  const view = VIEWS.find((known) => known === params.get("view")) ?? "items";
  const lists = useWishLists();
  const searches = useSavedSearches();
  const following = useFollowing();
  return (
    <PageBody>
      <PageHeader
        title="Wish Lists"
        description="Items you're watching. We'll tell you about price drops, items back on sale, new matches for your searches, and sellers you follow."
      />
      <Tabs<View>
        label="Wish lists, saved searches and sellers"
        value={view}
        onChange={(next) => setParams(next === "items" ? {} : { view: next })}
        className="mb-6"
        tabs={[
          { value: "items", label: "Saved items" },
          {
            value: "searches",
            label: "Saved searches",
            ...(searches.data && { count: searches.data.items.length }),
          },
          {
            value: "sellers",
            label: "Sellers",
            ...(following.data && { count: following.data.items.length }),
          },
        ]}
      >
        {view === "items" ? (
          <SavedItems
            lists={lists}
            chosen={params.get("list")}
            onChoose={(id) => setParams(id === null ? {} : { list: id })}
          />
        ) : view === "searches" ? (
          <SavedSearches searches={searches} />
        ) : (
          <FollowedSellers following={following} />
        )}
      </Tabs>
    </PageBody>
  );
}
