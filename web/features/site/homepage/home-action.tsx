import { Link } from "react-router-dom";
import type { HomeLink } from "#contract/items/marketplace";
import { LinkButton } from "../../../ui/button.tsx";

/** A link set in the editor. External links get `rel="noopener"`. */
export function HomeAction({ link, variant }: { link: HomeLink; variant: "primary" | "wattle" | "onBanner" }) {
  const rel = link.href.startsWith("/") ? undefined : "noopener";
  if (variant === "onBanner") {
    return (
      <Link
        to={link.href}
        rel={rel}
        className="inline-flex min-h-11 items-center justify-center rounded-full border border-field px-5 py-2 text-base font-semibold text-on-banner transition-colors duration-150 hover:bg-page/15"
      >
        {link.label}
      </Link>
    );
  }
  return (
    <LinkButton to={link.href} rel={rel} variant={variant}>
      {link.label}
    </LinkButton>
  );
}
