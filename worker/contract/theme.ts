/** The marketplace's colours on the wire. */
import * as z from "zod/mini";
import { parseColor } from "#domain/color";
import { THEME_PARTS, type ThemeConfig } from "#domain/theme";

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

/** PUT /api/theme. The whole configuration; a part left out is as it comes. */
export const SaveTheme = z.strictObject({
  /** The version these colours were edited from: 409 `stale` when somebody has saved since. */
  version: z.int().check(z.minimum(0)),
  theme_config: z.partialRecord(z.enum(THEME_PARTS), part),
});
export type SaveThemeInput = z.input<typeof SaveTheme>;

/** GET (and reply of PUT) /api/theme. */
export interface ThemeReply {
  /** Null when there is no theme: the browser keeps to the one it has. */
  theme_config: ThemeConfig | null;
  version: number;
  /** The same as a style sheet, made of parsed colours alone; empty for the colours as they come. */
  css: string | null;
}
