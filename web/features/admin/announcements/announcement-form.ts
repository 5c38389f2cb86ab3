/** Values of the editor's form, and their conversion to a draft. */
import type { StaffAnnouncement } from "#contract/community/announcements";
import type { Checked } from "../../../lib/field-errors.ts";
import { instantOfInput, localTime, skippedTime } from "../../../lib/local-time.ts";
import type { Draft, State, When } from "./api.ts";
import { ZONE } from "./zone.ts";

export interface Values {
  title: string;
  source: string;
  when: When;
  /** `datetime-local` value in Sydney time. */
  later: string;
  /** Empty: never expires. */
  ends: string;
}

/** Returns the form values of an announcement; pass null for a new one. */
export function valuesOf(opened: StaffAnnouncement | null, now: number): Values {
  const published = opened?.published_at ?? null;
  return {
    title: opened?.title ?? "",
    source: opened?.source ?? "",
    when: published === null ? "draft" : published > now ? "later" : "kept",
    later: published !== null && published > now ? localTime(published, ZONE) : "",
    ends: opened?.ends_at == null ? "" : localTime(opened.ends_at, ZONE),
  };
}

/** Returns the draft to save, or the validation messages by field. */
export function checkValues(values: Values, opened: StaffAnnouncement | null, now: number): Checked<Draft> {
  const problems: Record<string, string> = {};
  const title = values.title.trim();
  if (title.length < 3) problems.title = "Please enter a title of at least 3 characters.";
  if (values.source.trim() === "") problems.source = "Please write the announcement.";
  const later = instantOfInput(values.later, ZONE);
  if (values.when === "later" && Number.isNaN(later)) problems.later = "Please choose when to publish it.";
  const published_at = {
    draft: null,
    now,
    kept: opened?.published_at ?? now,
    // The input shows minutes only, so an unchanged one keeps the stored time with its seconds.
    later: later === minuteOf(opened?.published_at) ? (opened?.published_at ?? later) : later,
  }[values.when];
  const typed = values.ends === "" ? null : instantOfInput(values.ends, ZONE);
  const ends_at = typed !== null && typed === minuteOf(opened?.ends_at) ? (opened?.ends_at ?? typed) : typed;
  if (ends_at !== null && Number.isNaN(ends_at)) problems.ends_at = "Please choose a date and time.";
  else if (ends_at !== null && published_at !== null && ends_at <= published_at) {
    problems.ends_at = "The end must be after the start.";
  }
  const skipped = { later: values.when === "later" ? values.later : "", ends_at: values.ends };
  for (const [field, local] of Object.entries(skipped)) {
    const message = local === "" ? null : skippedTime(local, ZONE);
    if (message !== null) problems[field] ??= message;
  }
  if (Object.keys(problems).length > 0) return { ok: false, problems };
  return { ok: true, body: { title, source: values.source, published_at, ends_at } };
}

const minuteOf = (at: number | null | undefined) => (at == null ? null : Math.floor(at / 60_000) * 60_000);

/** Returns the announcement's state at `now` (UTC ms). */
export function stateOf(
  { published_at, ends_at }: Pick<StaffAnnouncement, "published_at" | "ends_at">,
  now: number,
): State {
  if (published_at === null) return "draft";
  if (ends_at !== null && ends_at <= now) return "ended";
  return published_at > now ? "scheduled" : "published";
}
