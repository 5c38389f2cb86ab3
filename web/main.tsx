import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  unstable_HistoryRouter as HistoryRouter,
} from "react-router-dom";
import type { SessionReply } from "#contract/account/auth";
import { SESSION_PATH } from "#domain/site/embedded-replies";
import { App } from "./app/app.tsx";
import { ScreenSkeleton } from "./app/screen-skeleton.tsx";
import { destinationOf } from "./app/screens.ts";
import { renderedPart, takeBootReply } from "./lib/boot.ts";
import { withOverlays } from "./lib/overlay-history.ts";
import { queryClient, SESSION_KEY } from "./lib/query-client.ts";
import { seedCounts } from "./lib/session.ts";
import { ClientOnly } from "./ui/client-only.tsx";
import "./ui/styles.css";

const root = document.getElementById("root");
if (root) {
  // Beside the first page's code: translators start later.
  import("./lib/translated-text.ts").then(({ shareTextWithTranslators }) => shareTextWithTranslators()).catch(() => {});
  const rendered = renderedPart(root);
  // What BrowserRouter creates, plus the history entries of open dialogs and menus. `v5Compat` also reports push and
  // replace to the router.
  const history = withOverlays(createBrowserHistory({ v5Compat: true }));
  const app = (
    <StrictMode>
      <HistoryRouter history={history}>
        <App client={queryClient} serverRendered={rendered !== null} />
      </HistoryRouter>
    </StrictMode>
  );
  const { page, screen } = destinationOf(window.location.pathname);
  const session = takeBootReply<SessionReply>(SESSION_PATH);
  if (session) {
    queryClient.setQueryData(SESSION_KEY, session.reply, { updatedAt: session.at });
    seedCounts(queryClient, session.reply, session.at);
  }
  // As a transition, so that React renders in slices.
  const render = () => startTransition(() => void (rendered ? hydrateRoot(root, app) : createRoot(root).render(app)));
  if (rendered === "page") {
    // Wait for the code of this screen: without it React could not hydrate, and would replace the server-rendered
    // markup with a skeleton.
    screen
      .load()
      .then((code) => {
        screen.Component = code.default;
      })
      .then(render, render);
  } else {
    if (rendered === "frame") {
      const { Component } = screen;
      // The server rendered a skeleton in place of the screen.
      screen.Component = () => (
        <ClientOnly fallback={<ScreenSkeleton path={page?.path} />}>
          <Component />
        </ClientOnly>
      );
    }
    render();
  }
}
