import { useEffect } from "react";

let name: string | undefined;

/** Returns the site name that an administrator chose; the server writes it into a meta tag. */
export function siteName(): string {
  name ??= document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || "Goodstreet";
  return name;
}

/** Sets the site name for server rendering, where there is no document. */
export function setSiteName(siteName: string): void {
  name = siteName;
}

/** Appends the site name: "Reid city bike – Goodstreet". */
export function pageTitle(title: string): string {
  return title === "" ? siteName() : `${title} – ${siteName()}`;
}

/** Sets the document title once the screen knows it. Until then the router's title applies. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = pageTitle(title);
  }, [title]);
}
