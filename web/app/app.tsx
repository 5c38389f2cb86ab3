import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ToastHost } from "../ui/toast-host.tsx";
import { Shell } from "./shell.tsx";

/** The app without a router: the browser and the server renderer each wrap it in their own. */
export function App({ client }: { client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <Shell />
      <ToastHost />
    </QueryClientProvider>
  );
}
