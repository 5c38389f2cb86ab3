import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router-dom";
import type { HomeView } from "#contract/items/marketplace";
import { isKnownPage } from "#domain/site/pages";
import { api, unwrap } from "../../../lib/api-client.ts";
import { bootReply } from "../../../lib/boot.ts";
import { useDocumentTitle } from "../../../lib/document-title.ts";
import { ClientOnly } from "../../../ui/client-only.tsx";
import { Panel } from "../../../ui/layout.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { RecentlyViewed } from "../../items/index.ts";
import { Hero, HeroSkeleton } from "./hero.tsx";
import { HomeContent } from "./home-content.tsx";

function useHome(): UseQueryResult<HomeView> {
  const boot = bootReply<HomeView>("/api/homepage");
  return useQuery({
    queryKey: ["home"],
    queryFn: ({ signal }) => unwrap(api.api.homepage.$get({}, { init: { signal } })),
    initialData: boot?.reply,
    initialDataUpdatedAt: boot?.at,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}

/** /Home, also shown for unknown paths (D15). */
export default function HomeScreen() {
  const { pathname } = useLocation();
  const lost = !isKnownPage(pathname);
  const home = useHome();
  useDocumentTitle(lost ? "Page not found" : home.data?.hero.title);
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-4 pb-28 sm:px-6">
      {lost ? (
        <Panel className="mb-4">
          <h1 className="font-bold">We can't find that page</h1>
          <p>That page doesn't exist or has moved. Here's our home page.</p>
        </Panel>
      ) : null}
      {home.data ? (
        <>
          <HomeContent home={home.data} lost={lost} />
          <ClientOnly>
            <RecentlyViewed />
          </ClientOnly>
        </>
      ) : home.error ? (
        <>
          <Hero hero={FALLBACK_HERO} counts={null} lost={lost} />
          <ErrorState title="The rest of this page didn't load" query={home} />
        </>
      ) : (
        <HeroSkeleton />
      )}
    </div>
  );
}

/** Fallback when the home page fails to load, with a link to the marketplace. */
const FALLBACK_HERO: HomeView["hero"] = {
  title: "Good things, close to home",
  text: "",
  primary: { label: "Browse the marketplace", href: "/Marketplace" },
  secondary: null,
};
