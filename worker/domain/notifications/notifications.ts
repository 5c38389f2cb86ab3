/** Decides how a user is notified: in the notification centre, and by email and push outside quiet hours. Pure. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "../deadlines.ts";
import { SITE_NUMBERS } from "../site/site-settings.ts";
import { NOTIFICATION_KINDS, type NotificationKind } from "./notification-kinds.ts";

export interface Channels {
  email: boolean;
  push: boolean;
}
export type ChannelChoices = Partial<Record<string, Partial<Channels>>>;

interface KindDefaults extends Channels {
  /** Offers or advertises goods (Spam Act 2003): one press ends all such emails, and none is sent without such a link. */
  commercial: boolean;
  /** The emails are about money or account status. They belong to the deal and are always sent. */
  email_fixed?: true;
  /** While one email about a place in the app is unread, no second one is sent. */
  one_unread_email?: true;
  /** Not urgent: gathered into one email a day, together with the other kinds marked so. */
  daily_email?: true;
  /** Reading the notification in the centre within this time cancels the email. */
  email_delay_ms?: number;
  /** After this time the notification stays in the centre and is not sent by email or push. */
  stale_ms?: number;
}

/** Defaults until the user chooses. A push also needs the browser's permission. */
const RULES: Record<NotificationKind, KindDefaults> = {
  trade: { email: true, push: true, commercial: false },
  // Users in an active thread read messages there; the email is for those who do not.
  message: { email: true, push: true, commercial: false, one_unread_email: true, email_delay_ms: 10 * MINUTE_MS },
  price_drop: { email: true, push: true, commercial: true, one_unread_email: true, daily_email: true },
  request_match: { email: true, push: true, commercial: true, one_unread_email: true },
  saved_search: { email: true, push: true, commercial: true, one_unread_email: true, daily_email: true },
  // The room withdraws it when the hold ends. No hold is longer than this.
  line: { email: true, push: true, commercial: false, stale_ms: SITE_NUMBERS.hold_minutes.max * MINUTE_MS },
  order: { email: true, push: true, commercial: false, email_fixed: true },
  // Not sent after the collection has started.
  pickup: { email: true, push: true, commercial: false, stale_ms: 2 * HOUR_MS },
  rating: { email: true, push: true, commercial: false, daily_email: true },
  follow: { email: true, push: false, commercial: true, one_unread_email: true, daily_email: true },
  listing: { email: true, push: true, commercial: false, daily_email: true },
  offer: { email: true, push: true, commercial: false },
  giveaway: { email: true, push: true, commercial: false },
  announcement: { email: false, push: false, commercial: true, daily_email: true },
  standing: { email: true, push: true, commercial: false, email_fixed: true },
  report: { email: true, push: true, commercial: false },
};

/** A notification that waited longer than this is not sent by email or push. */
const STALE_MS = 2 * DAY_MS;

/** Returns whether emails of this kind are always sent. */
export const isEmailFixed = (kind: NotificationKind) => RULES[kind].email_fixed === true;
/** Returns whether an unread email about the same place prevents another one. */
export const oneUnreadEmailPerLink = (kind: NotificationKind) => RULES[kind].one_unread_email === true;
/** Returns whether emails of this kind are gathered into one a day. */
export const isDailyEmail = (kind: NotificationKind) => RULES[kind].daily_email === true;
/** What an unsubscribe link is about: one kind, or everything that the daily email contains. */
export type EmailTopic = NotificationKind | "daily";
/** Returns whether emails of this kind, or some in the daily email, advertise. */
export const isCommercial = (topic: EmailTopic) => topic === "daily" || RULES[topic].commercial;
/**
 * Returns the kinds that a link about this topic ends: with a commercial one, all of them.
 * @param only that kind alone, as its reader asked for.
 */
export function kindsOfTopic(topic: EmailTopic, only = false): NotificationKind[] {
  if (only || !isCommercial(topic)) return topic === "daily" ? NOTIFICATION_KINDS.filter(isDailyEmail) : [topic];
  return NOTIFICATION_KINDS.filter((kind) => isCommercial(kind) || (topic === "daily" && isDailyEmail(kind)));
}
/** Returns the choices that turn these kinds' emails off, or back to what they are by default. */
export const emailChoicesOf = (
  kinds: readonly NotificationKind[],
  email: boolean,
): { kind: NotificationKind; email: boolean }[] =>
  kinds.map((kind) => ({ kind, email: email && (kinds.length === 1 || RULES[kind].email) }));
/** Returns how long an email waits for the notification to be read, in ms. */
export const emailDelayMs = (kind: NotificationKind) => RULES[kind].email_delay_ms ?? 0;

/** Returns the channels of one kind, as chosen or by default. */
export function channelsOf(kind: NotificationKind, choices: ChannelChoices): Channels {
  const { email, push, email_fixed } = RULES[kind];
  const chosen = choices[kind] ?? {};
  return { email: email_fixed === true || (chosen.email ?? email), push: chosen.push ?? push };
}

/** Returns the changed choices, as far as they differ from the defaults. A fixed email cannot be turned off. */
export function changedChoices(
  choices: ChannelChoices,
  changes: readonly ({ kind: NotificationKind } & { [K in keyof Channels]?: boolean | undefined })[],
): ChannelChoices {
  const wanted = new Map(changes.map((change) => [change.kind, change]));
  const kept: ChannelChoices = {};
  for (const kind of NOTIFICATION_KINDS) {
    const rule = RULES[kind];
    const change = wanted.get(kind);
    const email = change?.email ?? choices[kind]?.email ?? rule.email;
    const push = change?.push ?? choices[kind]?.push ?? rule.push;
    const differs = {
      ...(email !== rule.email && !rule.email_fixed && { email }),
      ...(push !== rule.push && { push }),
    };
    if (Object.keys(differs).length > 0) kept[kind] = differs;
  }
  return kept;
}

/** Time zone of a person who has not chosen one. */
export const DEFAULT_ZONE = "Australia/Sydney";

export interface QuietHours {
  /** Minutes after midnight in `zone`. `from` later than `to` spans midnight. */
  from: number;
  to: number;
  zone: string;
}

const DAY_MINUTES = 24 * 60;

/** Returns whether the runtime knows this time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en-AU", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

function minuteOfDay(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat("en-AU", {
    timeZone: zone,
    hourCycle: "h23",
    hour: "2-digit",
    minute: "2-digit",
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value ?? 0);
  return part("hour") * 60 + part("minute");
}

/** Returns when the current quiet hours end; null outside them. `from` = `to` means no quiet hours. */
export function quietUntil({ from, to, zone }: QuietHours, now: number): number | null {
  const minute = minuteOfDay(now, zone);
  const quiet = from <= to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!quiet) return null;
  const wait = (to - minute + DAY_MINUTES) % DAY_MINUTES;
  const end = Math.floor(now / MINUTE_MS) * MINUTE_MS + wait * MINUTE_MS;
  // Corrects the end when daylight saving starts or ends in between.
  const off = ((to - minuteOfDay(end, zone) + DAY_MINUTES * 1.5) % DAY_MINUTES) - DAY_MINUTES / 2;
  return Math.max(end + off * MINUTE_MS, now + MINUTE_MS);
}

/** Returns when the quiet hours began that contain this time; null outside them. */
export function quietSince(quiet: QuietHours, at: number): number | null {
  if (quietUntil(quiet, at) === null) return null;
  const since = (minuteOfDay(at, quiet.zone) - quiet.from + DAY_MINUTES) % DAY_MINUTES;
  return Math.floor(at / MINUTE_MS) * MINUTE_MS - since * MINUTE_MS;
}

export interface DueNotification {
  kind: NotificationKind;
  at: number;
  read: boolean;
  mailed: boolean;
}

/** What to do with a notification now: nothing more, try later, or send through these channels. */
export type Delivery = { done: true } | { later: number } | { email: boolean; push: boolean };

/** Decides the delivery of a notification from its age, the choices and the quiet hours of its user. */
export function deliveryOf(
  n: DueNotification,
  preferences: { choices: ChannelChoices; quiet: QuietHours | null },
  now: number,
): Delivery {
  if (n.read || now - n.at > (RULES[n.kind].stale_ms ?? STALE_MS)) return { done: true };
  const channels = channelsOf(n.kind, preferences.choices);
  const email = channels.email && !n.mailed;
  if (!email && !channels.push) return { done: true };
  const until = preferences.quiet && quietUntil(preferences.quiet, now);
  return until === null ? { email, push: channels.push } : { later: until };
}

/** After this many failed attempts a notification is no longer sent. It stays in the notification centre. */
export const NOTIFICATION_ATTEMPTS_MAX = 5;

/** Returns the wait after the n-th push that a browser could not take: two minutes, doubling. Null: no more attempts. */
export function pushRetryDelay(attempts: number): number | null {
  return attempts >= NOTIFICATION_ATTEMPTS_MAX ? null : MINUTE_MS * 2 ** attempts;
}

/** Push services of the browser makers. Others are refused, so that the server never calls arbitrary addresses. */
const PUSH_SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  /^(?:[a-z0-9-]+\.)+notify\.windows\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.apple\.com$/,
];
const ENDPOINT = /^https:\/\/([a-z0-9.-]+)(\/[\x21-\x7e]*)$/;

/** Returns whether a push endpoint is on a browser maker's push service. */
export function isPushEndpoint(endpoint: string): boolean {
  const [, host = ""] = ENDPOINT.exec(endpoint) ?? [];
  return PUSH_SERVICES.some((service) => service.test(host));
}
