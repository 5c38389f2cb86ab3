/** Built from `web/drawn.tsx` by scripts/generate-drawn.ts. */
import type { Boot } from "#domain/boot";

export function drawPage(page: { address: string; siteName: string; replies: Boot; at: number }): string;
