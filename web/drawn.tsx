/**
 * The first picture of a page, drawn where it is served: what the browser would draw from the replies the page carries,
 * so that it is seen before any script has run, and by those who run none. The browser takes it over (`hydrateRoot`).
 */
import { QueryClient } from "@tanstack/react-query";
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import type { Boot } from "#domain/boot";
import { App } from "./app/app.tsx";
import { bringBoot, forgetBoot } from "./lib/boot.ts";
import { nameSite } from "./lib/document-title.ts";

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
  try {
    return renderToString(
      <StrictMode>
        <StaticRouter location={address}>
          <App client={new QueryClient()} />
        </StaticRouter>
      </StrictMode>,
    ).replace(PRELOADS, "");
  } finally {
    forgetBoot();
  }
}
