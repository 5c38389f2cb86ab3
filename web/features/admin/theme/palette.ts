/** The form's colours: every part in both schemes, as typed. */
import { parseColor } from "#domain/site/color";
import {
  DEFAULT_THEME,
  PART_LABELS,
  SCHEMES,
  type Scheme,
  THEME_PARTS,
  type ThemeConfig,
  type ThemePart,
} from "#domain/site/theme";

const ROLES = ["background", "text"] as const;
/** What a colour is for, within a part. */
export type ColorRole = (typeof ROLES)[number];
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
      for (const role of ROLES) {
        config[part][scheme][role] = parseColor(palette[part][scheme][role]) ?? config[part][scheme][role];
      }
    }
  }
  return config;
}

/** Messages for the typed values that are no colours, by part, scheme and role. */
export function colorProblems(palette: Palette): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const part of THEME_PARTS) {
    for (const scheme of SCHEMES) {
      for (const role of ROLES) {
        if (parseColor(palette[part][scheme][role]) === null)
          problems[`${part}.${scheme}.${role}`] =
            `${PART_LABELS[part]}, ${scheme}: enter a ${role} colour such as #0b5d4b.`;
      }
    }
  }
  return problems;
}

/** Whether all typed values are valid colours. */
export const allColorsValid = (palette: Palette): boolean => Object.keys(colorProblems(palette)).length === 0;
