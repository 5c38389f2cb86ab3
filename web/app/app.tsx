import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NearPlaceProvider } from "../features/places/index.ts";
import { HydrationProvider } from "../lib/use-hydrated.tsx";
import { ToastHost } from "../ui/toast-host.tsx";
import { Shell } from "./shell.tsx";

/**
 * The app without a router. The browser and the server renderer each add their own router around it.
 * `serverRendered` is true on the server and for the hydration of its markup.
 */
export function App({ client, serverRendered }: { client: QueryClient; serverRendered: boolean }) {
  return (
    <QueryClientProvider client={client}>
      <HydrationProvider serverRendered={serverRendered}>
        <NearPlaceProvider>
          <Shell />
        </NearPlaceProvider>
        <ToastHost />
      </HydrationProvider>
    </QueryClientProvider>
  );
}
