import { env } from "cloudflare:workers";

/** Seed of this run's random cases (vitest.config.ts). */
export const seed = Number((env as unknown as { SEED: string }).SEED);
