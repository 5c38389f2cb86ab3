import { MESSAGES } from "#contract/copy";
import { type Refusal, refuseField } from "#domain/result";

const OWN_WORDS = "Please write the reason in your own words.";

/** A ban with the automatic reason would count as automatic and be lifted again (`accountFlags`). */
export function banProblem(note: string): Refusal | null {
  if (note !== MESSAGES.defaultBanReason) return null;
  return refuseField("note", OWN_WORDS);
}

/** Returns the columns of a banned profile; a banned user is not also suspended. */
export const bannedFor = (note: string) => ({
  is_banned: true,
  ban_reason: note,
  is_suspended: false,
  suspension_end_date: null,
});
