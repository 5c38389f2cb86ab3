/** Waitlist of a held item (POST and DELETE /api/items/:id/line). It names no other user (A96). */

export interface WaitlistView {
  /** Number of waiting users, without the one who has been offered the hold. */
  line_length: number;
  /** The viewer's position, from 1; null when they are not in the waitlist. */
  line_place: number | null;
  /** The viewer has a hold offered through the waitlist. */
  your_turn: boolean;
  /** The viewer can join: another user has the item, and the waitlist is not full. */
  line_open: boolean;
}

export interface WaitlistReply extends WaitlistView {
  /** End of the offered hold, if the viewer has one (UTC ms). */
  reserved_until: number | null;
  server_now: number;
}
