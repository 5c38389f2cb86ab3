/**
 * The first picture of a page, drawn where it is served: what the browser would draw from the replies the page carries,
 * so that it is seen before any script has run, and by those who run none. The browser takes it over (`hydrateRoot`).
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
  /** UTC ms of the replies. */
  at: number;
}

/** React asks for the first photos once more; the head of the page has asked already, in the right order. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/;

/**
 * HTML for `#root`. All at once and not as a stream: the replies of this one reader lie in a module while it is drawn,
 * and nothing else may come in between.
 */
export function drawPage({ address, siteName, replies, at }: DrawnPage): string {
  nameSite(siteName);
  bringBoot(replies, at);
  const client = new QueryClient();
  // Brought by pages behind the sign-in, and by every page for whom nobody is signed in.
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
