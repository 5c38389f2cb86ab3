import { DurableObject } from "cloudflare:workers";
import type { AppEnv } from "../../worker/env.ts";

export class ItemRoom extends DurableObject<AppEnv> {}
