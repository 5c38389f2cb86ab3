import { staffOnly } from "../../http/session.ts";

/** For saving the theme: §9 has a sentence of its own for everybody else. */
export const requireThemeStaff = staffOnly("Only administrators can update global theme settings");
