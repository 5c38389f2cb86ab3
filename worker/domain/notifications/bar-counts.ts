/** The counts of the navigation bar. */
export interface BarCounts {
  /** Unread entries of the notification centre. */
  notifications: number;
  messages: number;
  /** Trades and swap circles that wait for the viewer's answer. */
  trades: number;
  /** Payments that wait for the viewer's confirmation, as the seller. */
  confirmations: number;
  /** Announcements published since the viewer last looked. */
  announcements: number;
  /** Items in the cart. */
  cart: number;
}
export const NO_COUNTS: BarCounts = {
  notifications: 0,
  messages: 0,
  trades: 0,
  confirmations: 0,
  announcements: 0,
  cart: 0,
};
