import { pageOf } from "#domain/site/pages";

/** Pages on which people fill in a listing or pay. */
const TASK_PAGES = new Set([
  "additem",
  "edititem",
  "stripe-checkout",
  "crypto-checkout",
  "bank-checkout",
  "free-checkout",
]);

/** Whether this page is a listing form or a checkout, which nothing may float over (D67). */
export function isTaskPage(pathname: string, search: string): boolean {
  const path = pageOf(pathname)?.path ?? "";
  return TASK_PAGES.has(path) || (path === "cart" && /[?&](?:checkout|bundle|purchase)=/.test(search));
}

/** Whether the bottom of the screen belongs to this page: on task pages, and in a conversation to its input. */
export function hasOwnBottom(pathname: string, search: string): boolean {
  return isTaskPage(pathname, search) || /^\/+messages\/+[^/]/i.test(pathname);
}
