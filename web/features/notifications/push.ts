/**
 * Push notifications of this browser: enable, renew and disable. The browser holds the subscription and the server
 * holds a device record; localStorage stores which record belongs to this browser.
 */
import type { PushDevice, SubscribeToPushInput } from "#contract/notifications";
import { ApiError, api, unwrap } from "../../lib/api-client.ts";
import { registerWorker } from "../../lib/service-worker.ts";
import { PUSH_KEY } from "../../lib/storage-keys.ts";

export type PushSupport = "ready" | "blocked" | "home-screen" | "missing";

/** Returns what this browser supports. iOS supports pushes only for pages added to the home screen. */
export function pushSupport(): PushSupport {
  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (able) return Notification.permission === "denied" ? "blocked" : "ready";
  return /iPhone|iPad/.test(navigator.userAgent) ? "home-screen" : "missing";
}

interface Kept {
  user: string;
  device: string;
}

function storedDevice(): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(PUSH_KEY) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

function keep(value: Kept | null): void {
  try {
    if (value) localStorage.setItem(PUSH_KEY, JSON.stringify(value));
    else localStorage.removeItem(PUSH_KEY);
  } catch {}
}

/** Returns the id of this browser's device record; null when pushes are off. */
export function currentDevice(userId: string): string | null {
  const value = storedDevice();
  return value?.user === userId ? value.device : null;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

async function send(subscription: PushSubscription): Promise<PushDevice> {
  const { endpoint, keys } = subscription.toJSON();
  const json = { endpoint: endpoint ?? "", keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } };
  return unwrap(api.api.notifications.push.$post({ json: json satisfies SubscribeToPushInput }));
}

/** Asks for permission and subscribes. Throws an error whose message can be shown. */
export async function enablePush(userId: string, key: string): Promise<PushDevice> {
  if ((await Notification.requestPermission()) !== "granted") {
    throw new ApiError("forbidden", "You haven't allowed notifications in this browser.");
  }
  const registration = await registerWorker();
  const old = await registration.pushManager.getSubscription();
  let subscription: PushSubscription;
  try {
    subscription =
      old ?? (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) }));
  } catch {
    throw new ApiError("unavailable", "Your browser's push service didn't respond. Please try again later.");
  }
  const device = await send(subscription);
  keep({ user: userId, device: device.id });
  return device;
}

/** Removes the subscription here and on the server. Either alone stops the pushes. */
export async function disablePush(userId: string): Promise<void> {
  const device = currentDevice(userId);
  keep(null);
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  if (device !== null) await unwrap(api.api.notifications.push[":id"].$delete({ param: { id: device } }));
}

/** Renews the device record once per visit, because after a new sign-in it belongs to an ended session. */
export async function renewPush(userId: string): Promise<void> {
  if (currentDevice(userId) === null || sessionStorage.getItem(PUSH_KEY) === userId) return;
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return keep(null);
  keep({ user: userId, device: (await send(subscription)).id });
  sessionStorage.setItem(PUSH_KEY, userId);
}
