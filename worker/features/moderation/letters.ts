import type { reports } from "../../db/schema/safety.ts";
import { type Letter, letter } from "../mail/templates.ts";

/** To the support address. Neither party's address is in it: staff see both in the queue. */
export function newReportLetter(
  report: Pick<typeof reports.$inferSelect, "id" | "subject_type" | "subject_id" | "reason" | "details" | "excerpt">,
): Letter {
  return letter({
    subject: `Report: ${report.subject_type}, ${report.reason.replaceAll("_", " ")}`,
    paragraphs: [
      `Somebody has reported a ${report.subject_type} (${report.subject_id}).`,
      ...(report.details === "" ? [] : [`They write: ${report.details}`]),
      ...(report.excerpt === "" ? [] : [`It says: ${report.excerpt}`]),
      `Report ${report.id}`,
    ],
  });
}

const THINGS = {
  item: "a listing of yours",
  message: "a message of yours",
  review: "the words of a rating you wrote",
  request: "a request of yours",
} as const;
export type Removable = keyof typeof THINGS;

interface About {
  name: string;
  origin: string;
  note: string;
}

const link = (origin: string) => (origin === "" ? {} : { action: { label: "Go to Goodstreet", url: origin } });

/** What its author is told of a thing that was taken away. */
export function removedLetter({ name, origin, note }: About, thing: Removable): Letter & { said: string } {
  const said = `We have removed ${THINGS[thing]}.`;
  return {
    said,
    ...letter({
      subject: said,
      name,
      paragraphs: [said, note],
      ...link(origin),
      footer: "A person decided this. If you think it is a mistake, use Contact Support and we will look again.",
    }),
  };
}

/** What somebody is told whose account something was done about. */
export function measureLetter(
  { name, origin, note }: About,
  measure: { kind: "warn" } | { kind: "suspend"; days: number } | { kind: "ban" },
): Letter & { said: string } {
  const said = {
    warn: "A warning from Goodstreet",
    suspend: `Your account is suspended for ${measure.kind === "suspend" && measure.days !== 1 ? `${measure.days} days` : "a day"}`,
    ban: "Your account has been banned",
  }[measure.kind];
  const effect = {
    warn: "Nothing changes for now. If it happens again, your account can be suspended or closed.",
    suspend: "Until then you cannot buy, sell or write messages. What you have already bought can still be settled.",
    ban: "You can no longer buy, sell or write messages. What you have already bought can still be settled.",
  }[measure.kind];
  return {
    said,
    ...letter({
      subject: said,
      name,
      paragraphs: [note, effect],
      ...link(origin),
      footer:
        measure.kind === "warn"
          ? "A person decided this. If you think it is a mistake, use Contact Support and we will look again."
          : "If you think this is a mistake, sign in and choose Appeal: another person will look at it.",
    }),
  };
}
