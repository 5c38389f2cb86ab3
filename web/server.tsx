/**
 * Server rendering: renders a page with the replies that it embeds, so that it shows before any script runs. The
 * browser hydrates it (`hydrateRoot`).
 */
import { QueryClient } from "@tanstack/react-query";
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import type { SessionReply } from "#contract/account/auth";
import { type EmbeddedReplies, SESSION_PATH } from "#domain/site/embedded-replies";
import { App } from "./app/app.tsx";
import { setFrameOnly } from "./app/server-screens.tsx";
import { bootReply, clearBoot, setBoot } from "./lib/boot.ts";
import { setSiteName } from "./lib/document-title.ts";
import { setPhotoOrigin } from "./lib/photo-origin.ts";
import { SESSION_KEY } from "./lib/query-client.ts";
import { seedCounts } from "./lib/session.ts";

export interface RenderRequest {
  /** Path and query. */
  address: string;
  siteName: string;
  /** Origin of their own that photos have; empty for ours. */
  photoOrigin: string;
  replies: EmbeddedReplies;
  /** Server time of the replies (UTC ms). */
  at: number;
  /** Renders a skeleton instead of the screen, which the browser adds. */
  frameOnly: boolean;
}

/** Preloads that React adds for the first photos; the head already has them, in the right order. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/;

/**
 * Returns the HTML for `#root`. Synchronous and not streamed, because the replies of this viewer are in module state
 * while rendering, and no other request may run in between.
 */
export function renderPage({ address, siteName, photoOrigin, replies, at, frameOnly }: RenderRequest): string {
  setSiteName(siteName);
  setPhotoOrigin(photoOrigin);
  setBoot(replies, at);
  setFrameOnly(frameOnly);
  const client = new QueryClient();
  // Embedded in pages behind the sign-in, and in every page for visitors.
  const session = bootReply<SessionReply>(SESSION_PATH);
  if (session) {
    client.setQueryData(SESSION_KEY, session.reply);
    seedCounts(client, session.reply);
  }
  try {
    return renderToString(
      <StrictMode>
        <StaticRouter location={address}>
          <App client={client} serverRendered />
        </StaticRouter>
      </StrictMode>,
    ).replace(PRELOADS, "");
  } finally {
    clearBoot();
  }
}
