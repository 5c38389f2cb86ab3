import { useEffect } from "react";

/** As an administrator has set it: the Worker writes it into the page. */
export const SITE_NAME =
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || "Goodstreet";

/** "Reid city bike – Goodstreet". */
export function pageTitle(title: string): string {
  return title === "" ? SITE_NAME : `${title} – ${SITE_NAME}`;
}

/** A screen's own title, once it knows it; until then the router's title of the page stands. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = pageTitle(title);
  }, [title]);
}
