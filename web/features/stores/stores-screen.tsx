import { Plus, Store } from "lucide-react";
import { LinkButton } from "../../ui/button.tsx";
import { PageBody, PageHeader } from "../../ui/layout.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { NearAndFurther } from "../places/index.ts";
import { useStores } from "./api.ts";
import { StoreAds, useStoreAds } from "./store-ads.tsx";
import { StoreTile } from "./store-tile.tsx";

const gridClass = "grid gap-5 sm:grid-cols-2 lg:grid-cols-3";

/** /Store: all sellers with items for sale, those with most items first. */
export default function StoresScreen() {
  const stores = useStores();
  const ads = useStoreAds();
  // Waits for both, because an ad that loads later would push the list down.
  const waiting = stores.isPending || ads.isPending;
  const list = stores.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <PageBody>
      <StoreAds
        ads={waiting ? undefined : ads.data}
        header={
          <PageHeader
            title="Stores"
            description="See what people and small businesses have for sale."
            actions={
              <LinkButton to="/AddItem" variant="soft" icon={<Plus className="size-4.5" />}>
                List an item
              </LinkButton>
            }
          />
        }
      >
        {waiting ? (
          <StoresSkeleton />
        ) : stores.data === undefined ? (
          <ErrorState title="The stores didn't load" query={stores} />
        ) : list.length === 0 ? (
          <EmptyState
            icon={<Store className="size-7" />}
            title="No stores yet"
            description="Everyone gets a store when they list their first item."
          />
        ) : (
          <>
            <NearAndFurther items={list} isNear={(store) => store.distance_km !== null}>
              {(part) => (
                <ul className={gridClass}>
                  {part.map((store) => (
                    <StoreTile key={store.id} store={store} />
                  ))}
                </ul>
              )}
            </NearAndFurther>
            <LoadMore what="stores" list={stores} />
          </>
        )}
      </StoreAds>
    </PageBody>
  );
}

function StoresSkeleton() {
  return (
    <Loading what="stores">
      <div className={gridClass}>
        {["a", "b", "c", "d", "e", "f"].map((key) => (
          <Skeleton key={key} className="h-64 rounded-lg" />
        ))}
      </div>
    </Loading>
  );
}
