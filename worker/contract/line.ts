/** The line for an item that somebody else has (POST and DELETE /api/items/:id/line). Nobody is named in it (A96). */

export interface LineView {
  /** How many wait. Whoever's turn it is waits no longer. */
  line_length: number;
  /** The reader's place, from 1; null when they are not in line. */
  line_place: number | null;
  /** The reader holds the item because their turn came. */
  your_turn: boolean;
  /** Somebody else has the item, and there is a place for the reader. */
  line_open: boolean;
}

export interface LineReply extends LineView {
  /** The end of the turn, when it is the reader's. */
  reserved_until: number | null;
  server_now: number;
}
