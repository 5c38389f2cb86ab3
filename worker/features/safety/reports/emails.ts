import type { reports } from "../../../db/schema/safety.ts";
import { composeEmail, type Email } from "../../notifications/email/emails.ts";
import type { ReportRow } from "./queries.ts";

/** Email to the support address. It contains neither party's address; staff see both in the queue. */
export function newReportEmail(
  report: Pick<typeof reports.$inferSelect, "id" | "subject_type" | "subject_id" | "reason" | "details" | "excerpt">,
): Email {
  return composeEmail({
    subject: `Report: ${report.subject_type}, ${report.reason.replaceAll("_", " ")}`,
    paragraphs: [
      `Someone has reported a ${report.subject_type} (${report.subject_id}).`,
      ...(report.details === "" ? [] : [`They wrote: ${report.details}`]),
      ...(report.excerpt === "" ? [] : [`It says: ${report.excerpt}`]),
      `Report ${report.id}`,
    ],
  });
}

export type Removable = "item" | "message" | "review" | "reply" | "request" | "sale";

const EXCERPT_MAX = 60;

/** Quotes a title or part of a message on one line. */
function quoted(words: string): string {
  const line = words.replace(/\s+/g, " ").trim();
  return `“${line.length > EXCERPT_MAX ? `${line.slice(0, EXCERPT_MAX).trimEnd()}…` : line}”`;
}

type Subject = Pick<ReportRow, "subject_type" | "subject_title" | "excerpt">;

/** Describes the subject of a decision to its author; null when it is about the user and no single item. */
export function subjectForAuthor({ subject_type, subject_title, excerpt }: Subject): string | null {
  const title = subject_title === null ? "" : ` ${quoted(subject_title)}`;
  switch (subject_type) {
    case "item":
      return `your listing${title}`;
    case "request":
      return `your request${title}`;
    case "sale":
      return `your moving sale${title}`;
    case "review":
      return title === "" ? "a comment you left with a rating" : `the comment you left with your rating for${title}`;
    case "reply":
      return title === "" ? "your reply to a rating" : `your reply to the rating for${title}`;
    case "message":
      return `your message ${quoted(excerpt)}`;
    case "user":
    case "conversation":
      return null;
  }
}

/** Describes the subject to the reporter. `author` is the display name of the user it is about. */
export function subjectForReporter({ subject_type, subject_title }: Subject, author: string): string {
  const title = subject_title === null ? "" : ` ${quoted(subject_title)}`;
  switch (subject_type) {
    case "item":
      return `the listing${title}`;
    case "request":
      return `the request${title}`;
    case "sale":
      return `the moving sale${title}`;
    case "review":
      return `a rating by ${author}`;
    case "reply":
      return `${author}’s reply to a rating`;
    case "message":
      return `a message from ${author}`;
    case "conversation":
      return `your conversation with ${author}`;
    case "user":
      return author;
  }
}

interface About {
  name: string;
  origin: string;
  note: string;
}

const link = (origin: string) => (origin === "" ? {} : { action: { label: "Go to Goodstreet", url: origin } });

/** Email to the author of removed content. `subject` comes from `subjectForAuthor`. */
export function listingRemovedEmail({ name, origin, note }: About, subject: string): Email & { said: string } {
  const said = `We've removed ${subject}.`;
  return {
    said,
    ...composeEmail({
      subject: said,
      name,
      paragraphs: [said, note],
      ...link(origin),
      footer:
        "Someone on our team made this decision. If you think it's a mistake, use Contact Support and we'll review it.",
    }),
  };
}

/** Email to a user about a warning, suspension or ban. */
export function moderationEmail(
  { name, origin, note, subject }: About & { subject: string | null },
  measure: { kind: "warn" } | { kind: "suspend"; days: number } | { kind: "ban" },
): Email & { said: string } {
  const said = {
    warn: "A warning from Goodstreet",
    suspend: `Your account is suspended for ${measure.kind === "suspend" && measure.days !== 1 ? `${measure.days} days` : "a day"}`,
    ban: "Your account has been banned",
  }[measure.kind];
  const effect = {
    warn: "You can keep using your account. If it happens again, we may suspend or close it.",
    suspend: "Until then you can't buy, sell or send messages. You can still complete any open orders.",
    ban: "You can no longer buy, sell or send messages. You can still complete any open orders. Payouts of your card sales are on hold for now. The Seller Hub shows until when.",
  }[measure.kind];
  return {
    said,
    ...composeEmail({
      subject: said,
      name,
      paragraphs: [note, ...(subject === null ? [] : [`This is about ${subject}.`]), effect],
      ...link(origin),
      footer:
        measure.kind === "warn"
          ? "Someone on our team made this decision. If you think it's a mistake, use Contact Support and we'll review it."
          : "If you think this is a mistake, sign in and choose Appeal. Someone else on our team will review it.",
    }),
  };
}
