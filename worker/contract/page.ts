/** Every list reply: one page and the opaque cursor of the next, or null at the end. */
export interface Page<T> {
  items: T[];
  next_cursor: string | null;
  /** UTC ms on the server's clock; countdowns use it instead of the device's (D42). */
  server_now: number;
}
