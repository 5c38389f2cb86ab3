/**
 * One appointment as a calendar file (RFC 5545). Written by hand: only one VEVENT is needed, and the packages for it
 * include a schema library.
 */
export interface Appointment {
  /** Never changes, so that a second download replaces the first entry. */
  uid: string;
  /** Rises with every change of the appointment. */
  sequence: number;
  /** The appointment no longer takes place. */
  cancelled: boolean;
  starts: number;
  ends: number;
  now: number;
  summary: string;
  location: string;
  description: string;
  /** Address of the order page. */
  url: string;
  /** Minutes before the start at which the calendar shows a reminder. */
  remindBeforeMinutes: number;
}

/** Returns the content of the .ics file, with a reminder. */
export function calendarFile(event: Appointment): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Goodstreet//Collection//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${text(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${instant(event.now)}`,
    // UTC: the calendar converts to its owner's time zone, and no daylight-saving rule is needed.
    `DTSTART:${instant(event.starts)}`,
    `DTEND:${instant(event.ends)}`,
    `SUMMARY:${text(event.summary)}`,
    `LOCATION:${text(event.location)}`,
    `DESCRIPTION:${text(event.description)}`,
    `URL:${event.url.replace(/[\r\n]/g, "")}`,
    ...(event.cancelled ? ["STATUS:CANCELLED"] : ["STATUS:CONFIRMED", ...alarm(event)]),
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

const alarm = ({ summary, remindBeforeMinutes }: Appointment) => [
  "BEGIN:VALARM",
  "ACTION:DISPLAY",
  `DESCRIPTION:${text(summary)}`,
  `TRIGGER:-PT${remindBeforeMinutes}M`,
  "END:VALARM",
];

/** "20261128T033000Z" */
function instant(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

/**
 * Escapes a TEXT value. A raw line break in a title would start a new property, so a user could inject entries into
 * another user's calendar (A82). Other control characters are not allowed in the file.
 */
function text(value: string): string {
  return value
    .replace(/\\/g, "\\\\")
    .replace(/[;,]/g, (character) => `\\${character}`)
    .replace(/\r\n|\r|\n|\u2028|\u2029/g, "\\n")
    .replace(/[\p{Cc}\ufeff]/gu, " ");
}

const MAX_OCTETS = 75;

/** Folds a line at 75 octets, never inside a character. Each continuation begins with one space. */
function fold(line: string): string {
  let folded = "";
  let octets = 0;
  for (const character of line) {
    const size = utf8Size(character.codePointAt(0) ?? 0);
    if (octets + size > MAX_OCTETS) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

function utf8Size(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
