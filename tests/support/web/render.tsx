import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { type InitialEntry, MemoryRouter, RouterProvider } from "react-router-dom";
import type { SessionReply } from "#contract/account/auth";
import { SESSION_KEY } from "../../../web/lib/query-client.ts";

/**
 * Renders the element at a path. With `session`, the user of this session is known before the first request; `staleTime`
 * is how long replies are used without asking again.
 */
export function renderAt(path: InitialEntry, element: ReactNode, session?: SessionReply, staleTime = 0) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime } } });
  if (session) client.setQueryData(SESSION_KEY, session);
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>{element}</MemoryRouter>
    </QueryClientProvider>,
  );
}

/** Renders the routes of a data router, which screens with unsaved changes need. */
export const renderRouter = (router: Parameters<typeof RouterProvider>[0]["router"]) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
