import type { AdminReport, ReportOutcome, ReportReason, ReportSubject } from "#contract/safety";

export const SUBJECTS: Readonly<Record<ReportSubject, string>> = {
  item: "Listing",
  user: "Person",
  message: "Message",
  conversation: "Conversation",
  review: "Rating",
  request: "Request",
};

export const REASONS: Readonly<Record<ReportReason | "shield", string>> = {
  scam: "Scam or fraud",
  off_platform: "Wants to deal elsewhere",
  prohibited: "Not allowed here",
  counterfeit: "Fake or stolen",
  misleading: "Not as described",
  offensive: "Offensive or hateful",
  harassment: "Harassment or threats",
  spam: "Spam",
  unsafe: "Dangerous or recalled",
  other: "Something else",
  shield: "Held by the shield",
};

export const OUTCOMES = {
  released: { label: "Let through", tone: "brand" },
  removed: { label: "Removed", tone: "hotSoft" },
  dismissed: { label: "Nothing wrong", tone: "neutral" },
  acted: { label: "Account acted on", tone: "hotSoft" },
} as const satisfies Record<ReportOutcome, { label: string; tone: string }>;

export type Choice = "release" | "remove" | "dismiss" | "act";

const REMOVAL: Partial<Record<ReportSubject, string>> = {
  item: "The listing goes off sale everywhere. Its seller is told why.",
  message: "Nobody but its author sees it any more.",
  review: "Its words go, its stars stay: the deal took place. Its author is told why.",
  request: "The request is closed. Its author is told why.",
};

/**
 * Returns the possible decisions for an entry: users and conversations cannot be removed, and a held message cannot be
 * left undecided.
 */
export function choicesFor({
  kind,
  subject_type,
}: AdminReport): { value: Choice; label: string; description: string }[] {
  const removal = REMOVAL[subject_type];
  const act = {
    value: "act" as const,
    label: "Act on the account",
    description: "Warn, suspend or ban. The person is told and can appeal.",
  };
  if (kind === "held_message") {
    return [
      { value: "release", label: "Let it through", description: "It is delivered now." },
      { value: "remove", label: "Turn it down", description: "It is never delivered. Its author sees that." },
      { ...act, description: `${act.description} The message is turned down.` },
    ];
  }
  return [
    {
      value: "dismiss",
      label: "Nothing wrong",
      description: "Whoever reported it is told that it is within the rules.",
    },
    ...(removal === undefined
      ? []
      : [
          {
            value: "remove" as const,
            label: `Remove the ${SUBJECTS[subject_type].toLowerCase()}`,
            description: removal,
          },
        ]),
    act,
  ];
}

// The queues

export const heldMessages = "Held messages";
export const reports = "Reports";
export const decided = "Decided";
export const noMessageIsHeld = "No message is held";
export const noMessageIsHeldDescription = "What the shield holds back waits here for a person.";
export const noOpenReports = "No open reports";
export const noOpenReportsDescription = "What people report waits here, oldest first.";
export const nothingDecidedYet = "Nothing decided yet";
export const nothingDecidedYetDescription = "Every decision stays here with its reason.";
export const moderation = "Moderation";
export const description =
  "Messages the shield holds back and what people report. Each decision is told to those concerned and kept in the audit log.";
export const queue = "Queue";
export const listed = "entries";
export const openAboutThem = (count: number) => `${count} open about this person`;
export const theyWrite = (details: string) => `They write: ${details}`;
export const about = "About";
export const reportedBy = "Reported by";
export const lookAndDecide = "Look and decide";
export const seeTheDecision = "See the decision";

// One entry

export const report = "Report";
export const later = "Later";
export const decide = "Decide";
export const close = "Close";
export const whatItSays = "What it says";
export const shieldReasons = "Why the shield held it";
export const whatTheReporterWrites = "What the reporter writes";
export const seeItOnTheSite = "See it on the site";
export const whatWasSaidBefore = "What was said before";
export const theOtherPerson = "The other person";
export const held = "held";
export const turnedDown = "turned down";
export const decision = "Decision";

// The decision

export const warn = "Warn";
export const suspend = "Suspend";
export const ban = "Ban";
export const auditLogOnly = "Kept in the audit log only.";
export const authorReads = "Its author reads this.";
export const personReads = "The person reads this.";
export const toldDescription = "Those concerned have been told.";
export const whatIsToBeDone = "What is to be done?";
export const how = "How?";
export const days = "Days";
export const daysRange = "1 to 90";
export const reason = "Reason";
