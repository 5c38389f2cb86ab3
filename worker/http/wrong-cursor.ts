import { refuse } from "#domain/result";

/** Refusal of a cursor that belongs to another list. */
export const WRONG_CURSOR = refuse(
  "invalid",
  "That page of the list no longer exists. Start again from the first page.",
  { fields: [{ field: "cursor", message: "This cursor doesn't belong to this list." }] },
);
