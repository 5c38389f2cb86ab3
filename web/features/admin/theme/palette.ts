/** The form's colours: every part in both schemes, as typed. */
import { parseColor } from "#domain/site/color";
import { DEFAULT_THEME, SCHEMES, type Scheme, THEME_PARTS, type ThemeConfig, type ThemePart } from "#domain/site/theme";

/** What a colour is for, within a part. */
export type ColorRole = "background" | "text";
export type PartialColors = Partial<Record<ColorRole, string>>;
export type Palette = Record<ThemePart, Record<Scheme, Record<ColorRole, string>>>;

/** Returns a complete palette: the saved colours, and defaults for the rest. */
export function paletteOf(config: ThemeConfig | null): Palette {
  return { ...DEFAULT_THEME, ...config };
}

/** Returns the palette with some colours of one part replaced, as typed. */
export function withColors(palette: Palette, part: ThemePart, scheme: Scheme, colors: PartialColors): Palette {
  const changed = { ...palette[part][scheme], ...colors };
  return { ...palette, [part]: { ...palette[part], [scheme]: changed } };
}

/** Returns the typed colours; invalid ones are replaced by the default. */
export function configOf(palette: Palette): Required<ThemeConfig> {
  const config = structuredClone(DEFAULT_THEME);
  for (const part of THEME_PARTS) {
    for (const scheme of SCHEMES) {
      for (const role of ["background", "text"] as const) {
        config[part][scheme][role] = parseColor(palette[part][scheme][role]) ?? config[part][scheme][role];
      }
    }
  }
  return config;
}

/** Whether all typed values are valid colours. */
export function allColorsValid(palette: Palette): boolean {
  return THEME_PARTS.every((part) =>
    SCHEMES.every((scheme) => Object.values(palette[part][scheme]).every((value) => parseColor(value) !== null)),
  );
}
