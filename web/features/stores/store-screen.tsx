import { Store, UserRoundX } from "lucide-react";
import { useParams } from "react-router-dom";
import type { PublicProfile } from "#contract/account/profiles";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { LinkButton } from "../../ui/button.tsx";
import { PageBody, Section } from "../../ui/layout.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { CardSkeletons, gridClass, Loading, LoadingGrid, Skeleton } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { BundleCard, ItemCards, useGridStatus } from "../items/index.ts";
import { isUnknownSeller, useSeller, useSellerExtras, useSellerItems } from "./api.ts";
import { SellerHeader } from "./seller-header.tsx";
import { sellerName } from "./seller-label.ts";
import { SellerRatings } from "./seller-ratings.tsx";
import { StoreAds, useStoreAds } from "./store-ads.tsx";

const whenListsSomethingItAppears = (seller: string) => `Items ${seller} lists will show up here.`;

/** /Store/{sellerId} and /storefront/{sellerId}: one seller with all their listings. */
export default function StoreScreen() {
  const { id = "" } = useParams();
  const seller = useSeller(id);
  const ads = useStoreAds();
  useDocumentTitle(seller.data ? sellerName(seller.data) : undefined);

  if (isUnknownSeller(seller.error)) return <UnknownSeller />;
  if (seller.data === undefined && seller.error) {
    return (
      <PageBody>
        <ErrorState title="This store didn't load" query={seller} />
      </PageBody>
    );
  }
  return (
    <PageBody>
      {seller.data && !ads.isPending ? (
        <StoreAds ads={ads.data} header={<SellerHeader seller={seller.data} />}>
          <SellerItems key={id} seller={seller.data} />
          <SellerRatings key={`ratings-${id}`} seller={seller.data} />
        </StoreAds>
      ) : (
        <StoreSkeleton />
      )}
    </PageBody>
  );
}

function UnknownSeller() {
  return (
    <PageBody>
      <h1 className="sr-only">Seller not found</h1>
      <EmptyState
        icon={<UserRoundX className="size-7" />}
        title="We can't find this seller"
        description="The link may be wrong, or the account may be closed."
        action={
          <>
            <LinkButton to="/Store">See all stores</LinkButton>
            <LinkButton to="/Marketplace" variant="soft">
              Go to the marketplace
            </LinkButton>
          </>
        }
      />
    </PageBody>
  );
}

function SellerItems({ seller }: { seller: PublicProfile }) {
  const items = useSellerItems(seller.id);
  const { sold, bundles } = useSellerExtras(seller.id);
  const grid = useGridStatus();
  return (
    <>
      <Section title="For sale" className="mt-9">
        {items.isPending ? (
          <LoadingGrid />
        ) : items.data === undefined ? (
          <ErrorState title="The listings didn't load" query={items} />
        ) : items.data.pages[0]?.items.length === 0 ? (
          <EmptyState
            icon={<Store className="size-7" />}
            title="Nothing for sale right now"
            description={whenListsSomethingItAppears(sellerName(seller))}
          />
        ) : (
          <>
            <ItemCards pages={items.data.pages} grid={grid} eager={2} />
            <LoadMore what="listings" list={items} />
          </>
        )}
      </Section>
      {bundles.length > 0 ? (
        <Section title="Bundles" description="Several items for less than they cost separately." className="mt-10">
          <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
            {bundles.map((bundle) => (
              <BundleCard key={bundle.id} bundle={bundle} />
            ))}
          </ul>
        </Section>
      ) : null}
      {sold && sold.items.length > 0 ? (
        <Section title="Recently sold" className="mt-10">
          <ItemCards pages={[sold]} grid={grid} />
        </Section>
      ) : null}
    </>
  );
}

function StoreSkeleton() {
  return (
    <Loading what="store">
      <div className="flex items-center gap-5">
        <Skeleton className="size-20 rounded-full" />
        <Skeleton className="h-12 w-56" />
      </div>
      <Skeleton className="mt-9 mb-3.5 h-7 w-32" />
      <div className={gridClass}>
        <CardSkeletons />
      </div>
    </Loading>
  );
}
