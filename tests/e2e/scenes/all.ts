import { DIALOGS } from "./dialogs.ts";
import { ROUTES } from "./routes.ts";
import type { Scene } from "./scene.ts";
import { STATES } from "./states.ts";

/** All scenes; each name is unique. */
export const SCENES: readonly Scene[] = [...ROUTES, ...DIALOGS, ...STATES];
