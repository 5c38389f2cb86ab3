import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import type { SessionReply } from "#contract/account/auth";
import { SESSION_PATH } from "#domain/site/embedded-replies";
import { App } from "./app/app.tsx";
import { destinationOf } from "./app/screens.ts";
import { isServerRendered, takeBootReply } from "./lib/boot.ts";
import { queryClient, SESSION_KEY } from "./lib/query-client.ts";
import { skipHydration } from "./lib/use-hydrated.ts";
import "./ui/first.css";

declare global {
  interface Document {
    /** The button pressed or option chosen before the page's code loaded; null once it has loaded. */
    early?: { click(): void } | null;
  }
}

const root = document.getElementById("root");
if (root) {
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App client={queryClient} />
      </BrowserRouter>
    </StrictMode>
  );
  const { page, screen } = destinationOf(window.location.pathname);
  // Outdated markup is replaced instead of hydrated.
  const serverRendered = isServerRendered(root);
  // For pages behind the sign-in the server renders only the frame, which is not hydrated.
  const hydrates = serverRendered && page?.public !== false;
  if (!hydrates) skipHydration();
  const session = takeBootReply<SessionReply>(SESSION_PATH);
  if (session) queryClient.setQueryData(SESSION_KEY, session.reply, { updatedAt: session.at });
  const render = () => {
    // As a transition, so that React renders in slices.
    startTransition(() => void (hydrates ? hydrateRoot(root, app) : createRoot(root).render(app)));
    replayEarlyPress();
  };
  if (serverRendered) {
    // Wait for the code of this screen: without it React could not hydrate, and would replace the server-rendered
    // markup with a skeleton.
    screen
      .load()
      .then((code) => {
        screen.Component = code.default;
      })
      .then(render, render);
  } else render();
}

/** Repeats the press made before the code loaded (`public/theme-init.js`). */
function replayEarlyPress(): void {
  const { early } = document;
  document.early = null;
  early?.click();
}
