/** Built from `web/server.tsx` by scripts/generate-server-rendering.ts. */
import type { EmbeddedReplies } from "#domain/site/embedded-replies";

export function renderPage(page: {
  address: string;
  siteName: string;
  photoOrigin: string;
  replies: EmbeddedReplies;
  at: number;
  frameOnly: boolean;
}): string;
