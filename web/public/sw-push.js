// Shows what the server pushes, and opens what it is about. Nothing is cached and no request passes through here.

self.addEventListener("push", (event) => {
  let news = {};
  try {
    news = event.data?.json() ?? {};
  } catch {}
  const { title = "Goodstreet", body = "", link = "/", tag } = news;
  event.waitUntil(
    self.registration.showNotification(String(title), {
      body: String(body),
      icon: "/favicon.svg",
      // A later message about the same place takes the place of the earlier one.
      ...(tag ? { tag: String(tag), renotify: true } : {}),
      data: { link: String(link) },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const target = new URL(event.notification.data?.link ?? "/", self.location.origin);
  // Only pages of our own, whatever a message says.
  const url = target.origin === self.location.origin ? target.href : self.location.origin;
  event.waitUntil(
    (async () => {
      const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
      const open = windows.find((client) => "focus" in client && new URL(client.url).origin === self.location.origin);
      if (open) {
        await open.focus();
        // A page this worker does not control cannot be led elsewhere by it.
        const led = await open.navigate(url).catch(() => null);
        if (led) return;
      }
      await self.clients.openWindow(url);
    })(),
  );
});

// The browser has changed its address: the server is told the new one.
self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(
    (async () => {
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
    })(),
  );
});
