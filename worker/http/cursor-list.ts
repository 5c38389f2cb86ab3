import { type CursorPosition, decodeCursor, encodeCursor } from "#domain/cursor";

export interface CursorPage<T> {
  rows: T[];
  next_cursor: string | null;
}

/** A list that is read page by page. */
export interface CursorList {
  /** Where the previous page ended; null for the first. */
  after: CursorPosition | null;
  /** @param rows one more than `limit` when there are more. */
  page<T>(rows: readonly T[], limit: number, positionOf: (last: T) => CursorPosition): CursorPage<T>;
}

/**
 * Starts reading a list.
 * @returns null when the cursor belongs to another list.
 */
export function cursorList(
  order: string,
  filters: Parameters<typeof encodeCursor>[1],
  cursor: string | undefined,
): CursorList | null {
  const after = cursor === undefined ? null : decodeCursor(cursor, order, filters);
  if (cursor !== undefined && after === null) return null;
  return {
    after,
    page: (rows, limit, positionOf) => {
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return { rows: shown, next_cursor: last === undefined ? null : encodeCursor(order, filters, positionOf(last)) };
    },
  };
}
