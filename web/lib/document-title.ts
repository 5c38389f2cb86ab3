import { useEffect } from "react";

let name: string | undefined;

/** As an administrator has set it: the Worker writes it into the page. */
export function siteName(): string {
  name ??= document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || "Goodstreet";
  return name;
}

/** For the Worker, which has no page to read it from. */
export function nameSite(siteName: string): void {
  name = siteName;
}

/** "Reid city bike – Goodstreet". */
export function pageTitle(title: string): string {
  return title === "" ? siteName() : `${title} – ${siteName()}`;
}

/** A screen's own title, once it knows it; until then the router's title of the page stands. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = pageTitle(title);
  }, [title]);
}
