import { useSearchParams } from "react-router-dom";
import { PageBody, PageHeader } from "../../ui/layout.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useSavedSearches } from "./api.ts";
import { SavedItems } from "./saved-items.tsx";
import { SavedSearches } from "./saved-searches.tsx";
import { useWishLists } from "./wish-lists.ts";

type View = "items" | "searches";

/** /WishLists: saved items by list, and saved searches (D49). */
export default function WishListsScreen() {
  const [params, setParams] = useSearchParams();
  const view: View = params.get("view") === "searches" ? "searches" : "items";
  const lists = useWishLists();
  const searches = useSavedSearches();
  return (
    <PageBody>
      <PageHeader
        title="Wish Lists"
        description="Items you're watching. We'll tell you about price drops, items back on sale and new matches for your searches."
      />
      <Tabs<View>
        label="Wish lists and saved searches"
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
        ]}
      >
        {view === "items" ? (
          <SavedItems
            lists={lists}
            chosen={params.get("list")}
            onChoose={(id) => setParams(id === null ? {} : { list: id })}
          />
        ) : (
          <SavedSearches searches={searches} />
        )}
      </Tabs>
    </PageBody>
  );
}
