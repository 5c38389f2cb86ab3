import { and, eq } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import { done, type Result, refuseField } from "#domain/result";
import type { Database } from "../../../db/client.ts";
import { violatedConstraint } from "../../../db/constraints.ts";
import { blocks } from "../../../db/schema/safety.ts";
import type { Services } from "../../../services.ts";

/** Blocks a user. Idempotent. */
export async function blockUser(
  { db, now }: Pick<Services, "db" | "now">,
  blockerId: string,
  blockedId: string,
): Promise<Result> {
  if (blockedId === blockerId) {
    return refuseField("user_id", MESSAGES.blockSelf);
  }
  try {
    await db.insert(blocks).values({ blocker_id: blockerId, blocked_id: blockedId, at: now() }).onConflictDoNothing();
  } catch (error) {
    // No such user.
    if (violatedConstraint(error) === "FOREIGN KEY") return NOT_FOUND;
    throw error;
  }
  return done();
}

/** Removes a block. Idempotent. */
export async function unblockUser(db: Database, blockerId: string, blockedId: string): Promise<void> {
  await db.delete(blocks).where(and(eq(blocks.blocker_id, blockerId), eq(blocks.blocked_id, blockedId)));
}
