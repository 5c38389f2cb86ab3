import type { PushSupport } from "./push.ts";

// Channels of each event

export const notSaved = "That was not saved";
export const notifications = "Notifications";
export const notificationsDescription =
  "Everything shows up behind the bell. Choose what also comes by e-mail or as a push notification.";
export const yourChoicesDidntLoad = "Your choices didn't load";
export const about = "About";
export const email = "E-mail";
export const push = "Push";
export const always = "Always";
export const emailAbout = (what: string) => `E-mail about ${what}`;
export const pushAbout = (what: string) => `Push about ${what}`;

// Quiet hours

export const quietHoursHint =
  "E-mails and pushes wait until the morning. E-mails about orders and your account are always sent at once.";
export const quietHours = "Quiet hours";
export const noQuietHours = "The same time twice: nothing waits. Choose another time to have quiet hours.";
export const from = "From";
export const until = "Until";
export const timeZone = "Time zone";

// Browsers

export const UNABLE: Record<Exclude<PushSupport, "ready">, string> = {
  blocked: "This browser blocks notifications from Goodstreet. You can allow them in its settings for this site.",
  "home-screen": "On iPhone and iPad, add Goodstreet to your home screen first: Share, then Add to Home Screen.",
  missing: "This browser cannot receive push notifications.",
};
export const pushNotifications = "Push notifications";
export const pushDescription = "They reach you even when Goodstreet is closed. They stop when you sign out.";
export const turnOff = "Turn off for this device";
export const turnOn = "Turn on for this device";
export const unnamedBrowser = "A browser";
export const onSince = (day: string) => `On since ${day}`;
export const thisDevice = "This device";
export const stopPushesTo = (name: string, day: string) => `Stop pushes to ${name}, on since ${day}`;
export const remove = "Remove";
