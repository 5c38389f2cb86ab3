import type { CreateItemInput, OwnItem, UpdateItemInput } from "#contract/items";
import type { Attempt } from "./drafts.ts";

/** An answer of the server that is not a success. `reached: false` means there was no answer at all. */
export interface Failure {
  reached: boolean;
  status: number;
  message: string;
}

export interface PublishPort {
  create: (body: CreateItemInput, key: string) => Promise<OwnItem>;
  update: (id: string, change: UpdateItemInput) => Promise<OwnItem>;
  /** What an error thrown by the two above says. */
  failureOf: (error: unknown) => Failure;
  newKey: () => string;
  /** Called before anything is sent, so that a reload in the middle still knows the key. */
  remember: (attempt: Attempt) => void;
}

/** Nothing was said, or the server does not know itself: the listing may or may not exist. */
function isUndecided(failure: Failure): boolean {
  // 409 is "this request is still being carried out".
  return !failure.reached || failure.status >= 500 || failure.status === 409;
}

/**
 * Creates the listing exactly once, however often it is tried (D2).
 *
 * A repeat with the same body carries the same key. When the seller has changed something since a try whose outcome is
 * unknown, a new key could make a second listing and the old key would be refused; so the old request is repeated first
 * until its outcome is known, and if it made the listing the changes go to that listing as an edit.
 */
export async function publish(body: CreateItemInput, last: Attempt | null, port: PublishPort): Promise<OwnItem> {
  const same = last !== null && JSON.stringify(last.body) === JSON.stringify(body);
  if (last !== null && !last.settled && !same) {
    const made = await send(last, port).catch((error: unknown) => {
      if (isUndecided(port.failureOf(error))) throw error;
      return null;
    });
    if (made) {
      // Later tries must go on from the listing that now exists: the old attempt stays remembered until the edit is in.
      const { draft_id: _draft, ...words } = body;
      return port.update(made.id, { ...words, version: made.version });
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
