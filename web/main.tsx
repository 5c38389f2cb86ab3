import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import type { SessionReply } from "#contract/auth";
import { SESSION_PATH } from "#domain/boot";
import { App } from "./app/app.tsx";
import { destinationOf } from "./app/screens.ts";
import { isDrawn, takeBootReply } from "./lib/boot.ts";
import { queryClient, SESSION_KEY } from "./lib/query-client.ts";
import { drawHere } from "./lib/use-hydrated.ts";
import "./ui/first.css";

declare global {
  interface Document {
    /** The button pressed last on a page whose code is not there yet, or the choice made; null once it is. */
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
  // A drawing that is not of today's replies gives way to one that is.
  const drawn = isDrawn(root);
  // Of a page behind the sign-in the Worker draws the frame alone, and knows who it is for: nothing to be taken over.
  const takesOver = drawn && page?.public !== false;
  if (!takesOver) drawHere();
  const session = takeBootReply<SessionReply>(SESSION_PATH);
  if (session) queryClient.setQueryData(SESSION_KEY, session.reply, { updatedAt: session.at });
  const draw = () => {
    // In pieces, either way.
    startTransition(() => void (takesOver ? hydrateRoot(root, app) : createRoot(root).render(app)));
    pressed();
  };
  if (drawn) {
    // Not before the code of this very screen is there: until then nothing could be taken over, only drawn anew, and a
    // frame would give way to a lesser one.
    screen
      .load()
      .then((code) => {
        screen.Component = code.default;
      })
      .then(draw, draw);
  } else draw();
}

/** Presses again what was pressed before this code was there (`public/theme-init.js`): a drawn button is a button. */
function pressed(): void {
  const { early } = document;
  document.early = null;
  early?.click();
}
