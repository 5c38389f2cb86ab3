/**
 * Returns the query that counts a user's live holds of other items (D35). The Worker runs it before a hold, and the
 * room at the end of the batch that writes it. It is text with values, because a room uses plain SQL.
 */
export function otherLiveHolds(
  userId: string,
  exceptItem: string,
  now: number,
): { sql: string; params: (string | number)[] } {
  return {
    sql: "SELECT count(*) AS holds FROM items WHERE holder_id = ? AND hold_until > ? AND id <> ?",
    params: [userId, now, exceptItem],
  };
}
