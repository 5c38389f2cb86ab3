import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ToastHost } from "../ui/toast-host.tsx";
import { Shell } from "./shell.tsx";

/** The app without a router. The browser and the server renderer each add their own router around it. */
export function App({ client }: { client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <Shell />
      <ToastHost />
    </QueryClientProvider>
  );
}
