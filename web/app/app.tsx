import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ToastHost } from "../ui/toast-host.tsx";
import { Shell } from "./shell.tsx";

/** The app inside a router: the browser's own, or the one address the Worker draws. */
export function App({ client }: { client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <Shell />
      <ToastHost />
    </QueryClientProvider>
  );
}
