/**
 * Live holds of one person on other things (D35): the Worker asks before a hold, the room at the end of the batch that
 * writes it. As text with its values in order, because a room speaks plain SQL.
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
