import type { AnswerTime } from "#domain/messages/answer-time";

const TIMES: Record<AnswerTime, string> = {
  hour: "within an hour",
  hours: "within a few hours",
  day: "within a day",
  days: "in a few days",
};

/** "Usually replies within an hour" (D56). */
export const answerTimeText = (time: AnswerTime): string => `Usually replies ${TIMES[time]}`;
