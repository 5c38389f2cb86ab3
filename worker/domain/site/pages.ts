/**
 * The pages of the site: name, whether visitors may open it, and whether an id may follow. The Worker answers 200 or
 * 404 by this list, and the browser builds its routes from it.
 */
export interface Page {
  /** Path without the leading slash, in lower case. Matched case-insensitively. */
  path: string;
  public: boolean;
  /** Whether an id follows the name. */
  id: "none" | "optional" | "required";
}

export const PAGES = [
  { path: "", public: true, id: "none" },
  { path: "marketplace", public: true, id: "none" },
  { path: "home", public: true, id: "none" },
  { path: "store", public: true, id: "optional" },
  { path: "storefront", public: true, id: "required" },
  { path: "signin", public: true, id: "none" },
  { path: "reset-password", public: true, id: "none" },
  { path: "unsubscribe", public: true, id: "none" },
  { path: "stillavailable", public: true, id: "none" },
  { path: "movingsale", public: true, id: "required" },
  { path: "itemdetail", public: true, id: "required" },
  { path: "giveaway", public: true, id: "required" },
  { path: "accounttypeselection", public: true, id: "none" },
  { path: "businesssignup", public: true, id: "none" },
  { path: "announcements", public: true, id: "optional" },
  { path: "donations", public: true, id: "none" },
  { path: "contact", public: true, id: "none" },
  { path: "privacy", public: true, id: "none" },
  { path: "terms", public: true, id: "none" },
  { path: "howwedecide", public: true, id: "none" },
  { path: "accessibility", public: true, id: "none" },
  { path: "onboarding", public: false, id: "none" },
  { path: "businessonboarding", public: false, id: "none" },
  { path: "connect", public: false, id: "none" },
  { path: "statement", public: false, id: "none" },
  { path: "additem", public: false, id: "none" },
  { path: "addproduct", public: false, id: "none" },
  { path: "edititem", public: false, id: "required" },
  { path: "myitems", public: false, id: "none" },
  { path: "myorders", public: false, id: "optional" },
  { path: "mypurchases", public: false, id: "none" },
  { path: "paymentconfirmations", public: false, id: "none" },
  { path: "stripe-checkout", public: false, id: "none" },
  { path: "crypto-checkout", public: false, id: "none" },
  { path: "bank-checkout", public: false, id: "none" },
  { path: "free-checkout", public: false, id: "none" },
  { path: "cart", public: false, id: "none" },
  { path: "wishlists", public: false, id: "none" },
  { path: "requests", public: false, id: "optional" },
  { path: "addrequest", public: false, id: "none" },
  { path: "promoteitem", public: false, id: "none" },
  { path: "tradeoffers", public: false, id: "none" },
  { path: "priceoffers", public: false, id: "none" },
  { path: "negotiations", public: false, id: "optional" },
  { path: "specialoffers", public: false, id: "none" },
  { path: "movingsales", public: false, id: "none" },
  { path: "messages", public: false, id: "optional" },
  { path: "settings", public: false, id: "none" },
  { path: "advertisements", public: false, id: "optional" },
  { path: "themesettings", public: false, id: "none" },
  { path: "aipromptsettings", public: false, id: "none" },
  { path: "announcementeditor", public: false, id: "none" },
  { path: "homepageeditor", public: false, id: "none" },
  { path: "overview", public: false, id: "none" },
  { path: "books", public: false, id: "none" },
  { path: "integrations", public: false, id: "none" },
  { path: "emailtest", public: false, id: "none" },
  { path: "moderation", public: false, id: "none" },
  { path: "users", public: false, id: "optional" },
  { path: "auditlog", public: false, id: "none" },
  { path: "baggage", public: false, id: "none" },
  { path: "paymentwizarddemo", public: false, id: "none" },
  { path: "supportrequests", public: false, id: "none" },
] as const satisfies readonly Page[];

/** Returns the page of a URL path, or null when there is none. */
export function pageOf(pathname: string): Page | null {
  const [name = "", id, ...rest] = pathname.replace(/^\/+|\/+$/g, "").split("/");
  if (rest.length > 0) return null;
  const page = PAGES.find((candidate) => candidate.path === name.toLowerCase());
  if (!page) return null;
  if (page.id === "none" && id !== undefined) return null;
  if (page.id === "required" && !id) return null;
  return page;
}

/** Returns a page's address as the edge cache keeps it: every casing and any slashes around it are the same page. */
export function keptPath(pathname: string): string {
  const page = pageOf(pathname);
  if (!page) return pathname;
  const id = pathname.replace(/^\/+|\/+$/g, "").split("/")[1];
  return id === undefined ? `/${page.path}` : `/${page.path}/${id}`;
}

export function isKnownPage(pathname: string): boolean {
  return pageOf(pathname) !== null;
}
