import type { PushEvent, PushSubscriptionChangeEvent, ServiceWorkerScope } from "./scope.ts";

/** Shows push messages, and opens their page on a click (decision 0028). */
export function handlePushes(self: ServiceWorkerScope): void {
  self.addEventListener("push", (event) => {
    event.waitUntil(show(self, event.data));
  });
  self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const link = (event.notification.data as { link?: string } | null)?.link ?? "/";
    event.waitUntil(event.action === COMING.action ? sayComing(self, link) : open(self, link));
  });
  self.addEventListener("pushsubscriptionchange", (event) => {
    event.waitUntil(sendNewSubscription(self, event));
  });
}

/** Button of a pickup reminder, in browsers that show buttons. The link leads to the same button in the order. */
const COMING = { action: "coming", title: "I'm coming" };
const ICON = "/icons/icon-192.png";

/** Says for the order of this link that the user is coming; opens the order when that fails. */
async function sayComing(self: ServiceWorkerScope, link: string): Promise<void> {
  const [page = ""] = link.split("#");
  const order = page.split("/").at(-1);
  const reply = await fetch(`/api/orders/${order}/coming`, { method: "POST" }).catch(() => null);
  if (!reply?.ok) return open(self, link);
  await self.registration.showNotification("You're coming", {
    body: "We've let the other side know.",
    icon: ICON,
    data: { link: page },
  });
}

interface PushMessage {
  title?: string;
  body?: string;
  link?: string;
  tag?: string;
}

/** Shows unreadable messages too: browsers revoke the permission of a site that shows nothing for a push. */
async function show(self: ServiceWorkerScope, sent: PushEvent["data"]): Promise<void> {
  let payload: PushMessage = {};
  try {
    payload = (sent?.json() as PushMessage | undefined) ?? {};
  } catch {}
  const { title = "Goodstreet", body = "", link = "/", tag } = payload;
  await self.registration.showNotification(String(title), {
    body: String(body),
    icon: ICON,
    // A later message with the same tag replaces the earlier one.
    ...(tag ? { tag: String(tag), renotify: true } : {}),
    ...(String(link).endsWith(`#${COMING.action}`) ? { actions: [COMING] } : {}),
    data: { link: String(link) },
  });
}

async function open(self: ServiceWorkerScope, link: string): Promise<void> {
  const { origin } = self.location;
  const target = new URL(link, origin);
  // Opens only pages of this site; a link to another site opens the home page.
  const url = target.origin === origin ? target.href : origin;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = windows.find((client) => new URL(client.url).origin === origin);
  if (page) {
    await page.focus();
    // A service worker cannot navigate a page that it does not control.
    const navigated = await page.navigate(url).catch(() => null);
    if (navigated) return;
  }
  await self.clients.openWindow(url);
}

/** Sends a new push endpoint to the server, when the browser has changed it. */
async function sendNewSubscription(self: ServiceWorkerScope, event: PushSubscriptionChangeEvent): Promise<void> {
  const fresh =
    event.newSubscription ??
    (event.oldSubscription ? await self.registration.pushManager.subscribe(event.oldSubscription.options) : null);
  if (!fresh) return;
  const { endpoint, keys } = fresh.toJSON();
  await fetch("/api/notifications/push", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ endpoint, keys }),
  });
}
