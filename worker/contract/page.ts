/** Rows of a page when the caller names no limit, in lists of the specified entities. */
export const LIST_LIMIT_DEFAULT = 100;

/** A page of a list, with the opaque cursor of the next page, or null at the end. */
export interface Page<T> {
  items: T[];
  next_cursor: string | null;
  /** UTC ms, server time. Use it for countdowns instead of the device's clock (D42). */
  server_now: number;
}
