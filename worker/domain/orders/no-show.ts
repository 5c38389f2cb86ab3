/** A collection that one side reports the other as having missed, and the other's right to contest it (D56, D57). */
import { CONTEST_MS } from "../deadlines.ts";

export interface NoShow {
  about_id: string;
  recorded_by: string;
  created_at: number;
  contested_at: number | null;
  outcome: "upheld" | "dismissed" | null;
}

/** Returns until when a report can be contested (UTC ms). */
export const contestUntil = ({ created_at }: Pick<NoShow, "created_at">): number => created_at + CONTEST_MS;

/** Returns whether the report waits for the other's answer: it was not contested, and there is time left. */
export const isContestable = (report: Pick<NoShow, "created_at" | "contested_at">, now: number): boolean =>
  report.contested_at === null && now < contestUntil(report);

/** Returns why this user may not contest the report now, or null when they may. */
export function contestProblem(report: NoShow, userId: string, now: number): "not_yours" | "contested" | "late" | null {
  if (report.about_id !== userId) return "not_yours";
  if (isContestable(report, now)) return null;
  return report.contested_at === null ? "late" : "contested";
}
