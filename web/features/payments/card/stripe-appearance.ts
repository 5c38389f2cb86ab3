import type { Appearance } from "@stripe/stripe-js";
import type { Theme } from "../../../lib/theme.ts";

/**
 * Our colours and sizes for Stripe's form. Stripe renders in an iframe, so it needs values instead of CSS variables.
 */
export function stripeAppearance(theme: Theme): Appearance {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(`--color-${name}`).trim();
  return {
    theme: theme === "dark" ? "night" : "stripe",
    labels: "above",
    disableAnimations: window.matchMedia("(prefers-reduced-motion: reduce)").matches,
    variables: {
      fontFamily: "system-ui, sans-serif",
      fontSizeBase: "15px",
      borderRadius: "12px",
      colorPrimary: color("brand"),
      accessibleColorOnColorPrimary: color("on-brand"),
      colorBackground: color("page"),
      colorText: color("ink"),
      colorTextSecondary: color("muted"),
      colorTextPlaceholder: color("muted"),
      colorDanger: color("hot-ink"),
      iconColor: color("muted"),
      inputColorBorder: color("field"),
      inputBoxShadow: "none",
      inputFocusColorBorder: color("brand"),
      inputFocusBoxShadow: `0 0 0 1px ${color("brand")}`,
      labelColorText: color("ink"),
      labelFontSize: "15px",
      labelFontWeight: "600",
    },
  };
}
