import type { CreateItemInput, OwnItem, UpdateItemInput } from "#contract/items";
import type { Attempt } from "../drafts/drafts.ts";

/** A failed request. `reached: false` means that no reply arrived. */
export interface Failure {
  reached: boolean;
  status: number;
  message: string;
}

export interface PublishPort {
  create: (body: CreateItemInput, key: string) => Promise<OwnItem>;
  update: (id: string, change: UpdateItemInput) => Promise<OwnItem>;
  /** Changes who gets the free item; absent: the first who claims it. */
  giveAway: (id: string, terms: CreateItemInput["giveaway"]) => Promise<unknown>;
  /** Converts an error thrown by the functions above. */
  failureOf: (error: unknown) => Failure;
  newKey: () => string;
  /** Called before anything is sent, so that the key survives a reload. */
  remember: (attempt: Attempt) => void;
}

/** Whether the outcome is unknown: no reply, or a server error. The listing may exist. */
function isUndecided(failure: Failure): boolean {
  // 409 means that the request is still being processed.
  return !failure.reached || failure.status >= 500 || failure.status === 409;
}

/**
 * Creates the listing exactly once, however often it is tried (D2).
 *
 * A retry with the same body uses the same key. If the seller has changed the body since an attempt with an unknown
 * outcome, a new key could create a second listing, and the old key would be refused. So the old request is repeated
 * first until its outcome is known; if it created the listing, the changes are applied to it as an edit.
 */
export async function publish(body: CreateItemInput, last: Attempt | null, port: PublishPort): Promise<OwnItem> {
  const same = last !== null && JSON.stringify(last.body) === JSON.stringify(body);
  if (last !== null && !last.settled && !same) {
    const made = await send(last, port).catch((error: unknown) => {
      if (isUndecided(port.failureOf(error))) throw error;
      return null;
    });
    if (made) {
      // The old attempt stays stored until the edit succeeds, so that retries continue from the existing listing.
      const { draft_id: _draft, giveaway, ...words } = body;
      const edited = await port.update(made.id, { ...words, version: made.version });
      if (JSON.stringify(giveaway) === JSON.stringify(last.body.giveaway)) return edited;
      await port.giveAway(made.id, giveaway);
      return { ...edited, giveaway: giveaway?.mode ?? null };
    }
  }
  return send({ key: same ? last.key : port.newKey(), body, settled: false }, port);
}

async function send(attempt: Attempt, port: PublishPort): Promise<OwnItem> {
  port.remember({ ...attempt, settled: false });
  try {
    return await port.create(attempt.body, attempt.key);
  } catch (error) {
    if (!isUndecided(port.failureOf(error))) port.remember({ ...attempt, settled: true });
    throw error;
  }
}
