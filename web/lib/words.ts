// Api client.
export const somethingWentWrong = "Something went wrong. Please try again.";
export const unexpectedAnswer = "The service did not answer as expected. Please try again in a moment.";
export const unreachable = "We can't reach Goodstreet. Please check your connection and try again.";
// Format.
const count = (n: number, unit: string) => `${n} ${unit}${n === 1 ? "" : "s"}`;

export const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
export const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
/** Abbreviates a month to at most four letters; "June" and "July" stay whole. */
export const monthShort = (name: string) => (name === "September" ? "Sept" : name.length < 5 ? name : name.slice(0, 3));
/** With a no-break space, so that a line break cannot separate "4:47" from "pm". */
export const clock = (hour: number, minute: number) =>
  `${hour % 12 || 12}:${String(minute).padStart(2, "0")}\u00a0${hour < 12 ? "am" : "pm"}`;
export const free = "Free";
export const justNow = "just now";
export const ago = (n: number, unit: "minute" | "hour" | "day" | "month" | "year") => `${count(n, unit)} ago`;
export const hoursLeft = (hours: number, minutes: number) => `${hours} h ${minutes} min`;
export const daysLeft = (days: number, hours: number) => `${count(days, "day")} ${hours} h`;
