import { staffOnly } from "../../../http/session.ts";

/** Guard of the theme, with its own message. */
export const requireThemeStaff = staffOnly("Only administrators can update global theme settings");
