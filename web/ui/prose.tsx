import type { MouseEvent } from "react";
import { useNavigate } from "react-router-dom";
import "./prose.css";

/** Renders HTML that the server made from Markdown: an announcement, its preview, or a part of a policy. */
export function Prose({ html, className = "announcement" }: { html: string; className?: string }) {
  const navigate = useNavigate();
  /** A link to a page of this site changes the page without loading it again, as <Link> does. */
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const path = link?.getAttribute("href");
    if (
      !path?.startsWith("/") ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    void navigate(path);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: pressing Enter on a link in it is a click
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders it from Markdown, with an allowlist of elements (D13)
    <div className={className} onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
