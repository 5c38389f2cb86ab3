/**
 * Server rendering: renders a page with the replies that it embeds, so that it shows before any script runs. The
 * browser hydrates it (`hydrateRoot`).
 */
import { QueryClient } from "@tanstack/react-query";
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import type { SessionReply } from "#contract/auth";
import { type Boot, SESSION_PATH } from "#domain/boot";
import { App } from "./app/app.tsx";
import { bootReply, bringBoot, forgetBoot } from "./lib/boot.ts";
import { nameSite } from "./lib/document-title.ts";
import { SESSION_KEY } from "./lib/query-client.ts";

export interface DrawnPage {
  /** Path and query. */
  address: string;
  siteName: string;
  replies: Boot;
  /** Server time of the replies (UTC ms). */
  at: number;
}

/** Preloads that React adds for the first photos; the head already has them, in the right order. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/;

/**
 * Returns the HTML for `#root`. Synchronous and not streamed, because the replies of this viewer are in module state
 * while rendering, and no other request may run in between.
 */
export function drawPage({ address, siteName, replies, at }: DrawnPage): string {
  nameSite(siteName);
  bringBoot(replies, at);
  const client = new QueryClient();
  // Embedded in pages behind the sign-in, and in every page for visitors.
  const session = bootReply<SessionReply>(SESSION_PATH);
  if (session) client.setQueryData(SESSION_KEY, session.reply);
  try {
    return renderToString(
      <StrictMode>
        <StaticRouter location={address}>
          <App client={client} />
        </StaticRouter>
      </StrictMode>,
    ).replace(PRELOADS, "");
  } finally {
    forgetBoot();
  }
}
