/** Decided reports and appeals of the last months, so that the figures of "How we decide" have something to count. */
import { DAY_MS, HOUR_MS } from "#domain/deadlines";
import type { DemoUser } from "./people.ts";
import { demoId } from "./rows.ts";

const REPORTS = 16;
const APPEALS = 12;

export function decisionRows({
  now,
  people,
  accused,
  adminId,
}: {
  now: number;
  /** They reported somebody. */
  people: readonly DemoUser[];
  /** Somebody was reported, or appealed. */
  accused: readonly DemoUser[];
  adminId: string;
}) {
  const someone = (list: readonly DemoUser[], index: number) => (list[index % list.length] as DemoUser).id;
  return {
    reports: Array.from({ length: REPORTS }, (_, index) => {
      const decidedAt = now - (index + 1) * 9 * DAY_MS;
      const acted = index % 5 < 2;
      return {
        id: demoId("rep", `decided-${index}`),
        kind: "report",
        reporter_id: someone(people, index),
        subject_type: "user",
        subject_id: someone(accused, index),
        about_id: someone(accused, index),
        reason: index % 2 === 0 ? "harassment" : "spam",
        details: "",
        excerpt: "",
        status: "decided",
        outcome: acted ? "acted" : "dismissed",
        note: acted ? "Please stay polite." : null,
        created_at: decidedAt - (2 + ((index * 5) % 23)) * HOUR_MS,
        decided_at: decidedAt,
        decided_by: adminId,
      };
    }),
    appeals: Array.from({ length: APPEALS }, (_, index) => {
      const decidedAt = now - (index + 2) * 11 * DAY_MS;
      const overturned = index % 2 === 1;
      return {
        id: demoId("apl", `decided-${index}`),
        user_id: someone(accused, index),
        kind: "suspension",
        message: "I had paid, but the reference was missing.",
        status: overturned ? "overturned" : "upheld",
        created_at: decidedAt - (5 + ((index * 7) % 40)) * HOUR_MS,
        decided_at: decidedAt,
        decided_by: adminId,
        answer: overturned ? "You're right, sorry. We've taken it back." : "We couldn't find your payment.",
      };
    }),
  };
}
