/** Parsing, contrast (WCAG 2) and adjustment of opaque colours. */

/** Red, green and blue, 0 to 255. */
type Rgb = readonly [number, number, number];

/** Minimum contrast of normal text with its background (WCAG 2, 1.4.3). */
export const TEXT_CONTRAST = 4.5;

const SHORT = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/;
const LONG = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/;
const FUNCTION = /^rgb\(\s*(\d{1,3})(?:\s*,\s*|\s+)(\d{1,3})(?:\s*,\s*|\s+)(\d{1,3})\s*\)$/;

/**
 * Parses a colour to "#rrggbb"; null for anything else, such as `red;}body{` or `url(…)` (D13, A77). The result is
 * built from the parsed numbers, never from the text.
 */
export function parseColor(text: string): string | null {
  const value = text.trim().toLowerCase();
  const short = SHORT.exec(value);
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join("")}`;
  if (LONG.test(value)) return value;
  const parts = FUNCTION.exec(value)?.slice(1).map(Number);
  if (!parts || parts.some((part) => part > 255)) return null;
  return hexOf(parts as unknown as Rgb);
}

function hexOf(rgb: Rgb): string {
  return `#${rgb.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function rgbOf(hex: string): Rgb {
  const [, red = "0", green = "0", blue = "0"] = LONG.exec(hex) ?? [];
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

function luminance(hex: string): number {
  const [red, green, blue] = rgbOf(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of two "#rrggbb" colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** @param share 0 is the first colour, 1 the second. */
export function mixColors(one: string, other: string, share: number): string {
  const [a, b] = [rgbOf(one), rgbOf(other)];
  return hexOf(a.map((part, index) => Math.round(part + ((b[index] ?? 0) - part) * share)) as unknown as Rgb);
}

function distance(one: string, other: string): number {
  const b = rgbOf(other);
  return Math.hypot(...rgbOf(one).map((part, index) => part - (b[index] ?? 0)));
}

const STEPS = 100;

/**
 * Returns the colour nearest to this text colour that is readable on this background, darkened or lightened as little
 * as needed. Black or white is always readable.
 */
export function nearestReadable(text: string, background: string): string {
  if (contrast(text, background) >= TEXT_CONTRAST) return text;
  const candidates = ["#000000", "#ffffff"].flatMap((end) => {
    for (let step = 1; step <= STEPS; step++) {
      const candidate = mixColors(text, end, step / STEPS);
      if (contrast(candidate, background) >= TEXT_CONTRAST) return [candidate];
    }
    return [];
  });
  candidates.sort((a, b) => distance(a, text) - distance(b, text));
  return candidates[0] ?? text;
}

/** Mixes a text colour with its background as far as it stays readable: for secondary text. */
export function secondaryTextColor(text: string, background: string): string {
  for (let share = 30; share > 0; share -= 5) {
    const candidate = mixColors(text, background, share / 100);
    if (contrast(candidate, background) >= TEXT_CONTRAST) return candidate;
  }
  return text;
}
