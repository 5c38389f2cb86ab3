import * as z from "zod/mini";
import { parseColor } from "#domain/site/color";
import { THEME_PARTS, type ThemeConfig } from "#domain/site/theme";

const color = z.pipe(
  z.string().check(z.maxLength(40, "Enter a colour such as #0b5d4b.")),
  z.transform((value: string, ctx) => {
    const parsed = parseColor(value);
    if (parsed !== null) return parsed;
    ctx.issues.push({ code: "custom", input: value, message: "Enter a colour such as #0b5d4b." });
    return z.NEVER;
  }),
);
const colors = z.strictObject({ background: color, text: color });
const part = z.strictObject({ light: colors, dark: colors });

/** PUT /api/theme: replaces the whole configuration; omitted parts use their defaults. */
export const SaveTheme = z.strictObject({
  /** The version that was edited: 409 `stale` when another user has saved since. */
  version: z.int().check(z.minimum(0)),
  theme_config: z.partialRecord(z.enum(THEME_PARTS), part),
});
export type SaveThemeInput = z.input<typeof SaveTheme>;

/** GET /api/theme, and the reply of PUT. */
export interface ThemeReply {
  /** Null without a theme; the browser then keeps its current colours. */
  theme_config: ThemeConfig | null;
  version: number;
  /** The theme as CSS, built from parsed colours only; empty for the default colours. */
  css: string | null;
}
