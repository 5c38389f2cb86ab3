import { staffOnly } from "../../http/session.ts";

/** For saving the theme: the refusal has a sentence of its own. */
export const requireThemeStaff = staffOnly("Only administrators can update global theme settings");
