import type { DataExport, OwnDataReply, PendingDeletion } from "#contract/account/own-data";
import { obstaclesTo } from "#domain/account/deletion";
import { pick } from "#domain/pick";
import type { DeletionRow, ExportRow, readOwnData } from "./queries.ts";

export function presentExport(row: ExportRow, now: number): DataExport {
  const isOver = row.status === "ready" && (row.expires_at ?? 0) <= now;
  return {
    ...pick(row, "id", "requested_at", "expires_at", "bytes"),
    status: isOver ? "expired" : row.status,
  };
}

function presentDeletion(row: DeletionRow): PendingDeletion {
  return { requested_at: row.requested_at, due_at: row.due_at, by_staff: row.requested_by !== row.account_id };
}

export function presentOwnData(
  { latest, deletion, counts }: Awaited<ReturnType<typeof readOwnData>>,
  now: number,
): OwnDataReply {
  return {
    export: latest && presentExport(latest, now),
    deletion: deletion && presentDeletion(deletion),
    obstacles: obstaclesTo(counts, false),
    server_now: now,
  };
}
