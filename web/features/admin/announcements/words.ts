import type { StaffAnnouncement } from "#contract/community/announcements";
import { formatDateTime } from "../../../lib/format.ts";
import type { State, When } from "./api.ts";
import { ZONE } from "./zone.ts";

export const STATE_LABELS: Record<State, string> = {
  draft: "Draft",
  scheduled: "Scheduled",
  published: "Published",
  ended: "Ended",
};

/** Formats the publication times: "From Sat 28 Nov, 2:30 pm until Mon 30 Nov, 9:00 am". */
export function publicationLabel({ published_at, ends_at, updated_at }: StaffAnnouncement): string {
  if (published_at === null) return `Changed ${formatDateTime(updated_at, ZONE)}`;
  const until = ends_at === null ? "" : ` until ${formatDateTime(ends_at, ZONE)}`;
  return `From ${formatDateTime(published_at, ZONE)}${until}`;
}

// Validation messages

export const titleTooShort = "Please enter a title of at least 3 characters.";
export const noText = "Please write the announcement.";
export const noTime = "Please choose when it appears.";
export const noDate = "Please choose a date and time.";
export const endsTooEarly = "An announcement cannot end before it begins.";
export const correctMarkedFields = "Please correct the marked fields.";

// The editor

export const SAVE_LABELS: Record<When, string> = {
  draft: "Save draft",
  now: "Publish now",
  later: "Schedule",
  kept: "Save changes",
};

export const SAVED_AS: Record<State, string> = {
  draft: "Draft saved",
  scheduled: "Scheduled",
  published: "Published",
  ended: "Saved",
};

// The list

export const announcementEditor = "Announcement Editor";
export const announcementEditorDescription = "News for everybody who comes here. A draft is seen by staff alone.";
export const newAnnouncement = "New announcement";
export const listed = "announcements";
export const noAnnouncementsYet = "No announcements yet";
export const noAnnouncementsYetDescription = "Write the first one; it can stay a draft as long as you like.";

export const editAnnouncement = "Edit announcement";
export const notSaved = "Not saved";
export const announcementDeleted = "Announcement deleted";
export const allAnnouncements = "All announcements";
export const remove = "Delete";
export const title = "Title";
export const deleteThis = "Delete this announcement?";
export const deletingDescription =
  "It is gone for everybody at once and cannot be brought back. The audit log keeps its words.";
export const deleteAnnouncement = "Delete announcement";
export const bold = "Bold (Ctrl+B)";
export const italic = "Italic (Ctrl+I)";
export const heading = "Heading";
export const list = "List";
export const numberedList = "Numbered list";
export const quote = "Quote";
export const link = "Link (Ctrl+K)";
export const text = "Text";
export const textHint = "Markdown. Links lead to https, e-mail or pages here; HTML is left out.";
export const formatting = "Formatting";
export const whenItIsOut = "When it is out";
export const published = "Published";
export const publishedSince = (time: string) => `Since ${time}`;
export const draft = "Draft";
export const draftDescription = "Seen by staff alone";
export const now = "Now";
export const nowDescription = "As soon as it is saved";
export const atATime = "At a time";
export const appearsByItself = "Appears by itself";
export const appears = "Appears";
export const sydneyTime = "Sydney time.";
export const ends = "Ends";
export const endsHint = "Sydney time. Empty: it stays.";
export const preview = "Preview";
export const previewEmpty = "What you write appears here as readers will see it.";
export const previewFailed = "The preview didn't load";

// Sample texts of the toolbar

export const boldText = "bold text";
export const italicText = "italic text";
export const wordsOfTheLink = "words of the link";
