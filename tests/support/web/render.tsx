import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { type InitialEntry, MemoryRouter } from "react-router-dom";
import type { SessionReply } from "#contract/account/auth";
import { SESSION_KEY } from "../../../web/lib/query-client.ts";

/** Renders the element at a path. With `session`, the user of this session is known before the first request. */
export function renderAt(path: InitialEntry, element: ReactNode, session?: SessionReply) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  if (session) client.setQueryData(SESSION_KEY, session);
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>{element}</MemoryRouter>
    </QueryClientProvider>,
  );
}
