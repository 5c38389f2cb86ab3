import { QueryClientProvider } from "@tanstack/react-query";
import { BrowserRouter } from "react-router-dom";
import { queryClient } from "../lib/query-client.ts";
import { ToastHost } from "../ui/toast-host.tsx";
import { Shell } from "./shell.tsx";

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Shell />
      </BrowserRouter>
      <ToastHost />
    </QueryClientProvider>
  );
}
