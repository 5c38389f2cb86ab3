/** A person's copy of their data, and the deletion of their account (D61). */
import * as z from "zod/mini";
import type { Obstacle } from "#domain/account/deletion";
import { text } from "../fields.ts";

/** A copy of the person's data. It can be downloaded while it is `ready`. */
export interface DataExport {
  id: string;
  status: "queued" | "ready" | "failed" | "expired";
  requested_at: number;
  /** UTC ms; null until it is ready. */
  expires_at: number | null;
  bytes: number | null;
}

export interface PendingDeletion {
  requested_at: number;
  /** UTC ms; until then the person can keep the account. */
  due_at: number;
  by_staff: boolean;
}

/** GET /api/account/data. What to finish first is empty when the account can be deleted now. */
export interface OwnDataReply {
  export: DataExport | null;
  deletion: PendingDeletion | null;
  obstacles: Obstacle[];
  server_now: number;
}

/**
 * What staff do for a person who asked by email: a copy of their data, the deletion of their account, or removing a
 * second factor that they have lost. The note goes to the audit log.
 */
export const HandleDataRequest = z.strictObject({
  request: z.enum(["export", "delete", "keep", "second_factor"]),
  note: text(5, 1_000, "Please say how they asked and how you checked who they are."),
});
export type HandleDataRequestInput = z.input<typeof HandleDataRequest>;
