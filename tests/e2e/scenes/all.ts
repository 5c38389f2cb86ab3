import { DIALOGS } from "./dialogs.ts";
import { ROUTES } from "./routes.ts";
import type { Scene } from "./scene.ts";
import { STATES } from "./states.ts";

/** Every scene, each under a name of its own. */
export const SCENES: readonly Scene[] = [...ROUTES, ...DIALOGS, ...STATES];
