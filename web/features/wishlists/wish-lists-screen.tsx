import { useSearchParams } from "react-router-dom";
import { useWishLists } from "../../lib/wish-lists.ts";
import { PageBody, PageHeader } from "../../ui/layout.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useSavedSearches } from "./api.ts";
import { SavedItems } from "./saved-items.tsx";
import { SavedSearches } from "./saved-searches.tsx";
import * as words from "./words.ts";

type View = "items" | "searches";

/** /WishLists: saved items by list, and saved searches (D49). */
export default function WishListsScreen() {
  const [params, setParams] = useSearchParams();
  const view: View = params.get("view") === "searches" ? "searches" : "items";
  const lists = useWishLists();
  const searches = useSavedSearches();
  return (
    <PageBody>
      <PageHeader title={words.wishLists} description={words.description} />
      <Tabs<View>
        label={words.wishListsAndSavedSearches}
        value={view}
        onChange={(next) => setParams(next === "items" ? {} : { view: next })}
        className="mb-6"
        tabs={[
          { value: "items", label: words.savedItems },
          {
            value: "searches",
            label: words.savedSearches,
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
