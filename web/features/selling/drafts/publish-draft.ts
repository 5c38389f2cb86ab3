import { DRAFT_ID } from "#contract/fields";
import type { CreateItemInput, OwnItem } from "#contract/items";
import { ApiError, errorMessage, newIdempotencyKey } from "../../../lib/api-client.ts";
import { createItem, giveAway, updateItem } from "../listing-form/api.ts";
import { givingOf, itemBody, reviewReasonOf } from "../listing-form/item-form-values.ts";
import { publish } from "../listing-form/publish.ts";
import { type ItemDraft, removeDraft, saveDraft } from "./drafts.ts";

const NO_ANSWER = "We couldn't tell if it was saved. Try again. It won't be listed twice.";
const SIGNED_OUT = "You were signed out before we could save it.";

/** Result of publishing: the item, or the stored draft with the error. */
export type Published =
  | { ok: true; item: OwnItem }
  | {
      ok: false;
      draft: ItemDraft;
      problem: unknown;
      /** The server reported validation errors; a retry is useless until the seller corrects them. */
      correctable: boolean;
    };

/** Tells the seller what has become of the published listing. */
export function publishedTitle({ review }: OwnItem): string {
  return review?.state === "open" ? "Sent for review. We'll let you know." : "Your listing is live";
}

/**
 * Returns the request body. It includes the draft's id, so that the draft becomes one listing even if two devices
 * publish it.
 */
export function bodyOf(draft: ItemDraft): CreateItemInput {
  return {
    ...itemBody(draft.values),
    ...givingOf(draft.values),
    ...reviewReasonOf(draft.values),
    photo_ids: draft.photos.map((photo) => photo.id),
    ...(DRAFT_ID.test(draft.id) && { draft_id: draft.id }),
  };
}

/** Publishes a draft from the form or from My Items. If it fails, the draft is stored as "Not saved – Retry" (D2). */
export async function publishDraft(draft: ItemDraft, now: () => number): Promise<Published> {
  let current = draft;
  const keep = (change: Partial<ItemDraft>) => {
    current = { ...current, ...change, saved_at: now() };
    saveDraft(current);
  };
  try {
    const item = await publish(bodyOf(draft), draft.attempt, {
      create: createItem,
      update: updateItem,
      giveAway,
      newKey: newIdempotencyKey,
      // Marked as unsynced before it is sent, in case the page closes before the reply.
      remember: (attempt) => keep({ attempt, unsynced: true }),
      failureOf: (error) =>
        error instanceof ApiError
          ? { reached: error.status > 0, status: error.status, message: error.message }
          : { reached: false, status: 0, message: NO_ANSWER },
    });
    removeDraft(draft.seller_id, draft.id);
    return { ok: true, item };
  } catch (problem) {
    const correctable = problem instanceof ApiError && problem.status === 422;
    const signedOut = problem instanceof ApiError && problem.status === 401;
    keep({ unsynced: !correctable, problem: signedOut ? SIGNED_OUT : errorMessage(problem, NO_ANSWER) });
    return { ok: false, draft: current, problem, correctable };
  }
}
