import type { Ctx } from "./context.ts";

/** Returns the caller's address as seen by Cloudflare. Other headers are set by the caller and not read. */
export function clientIp(c: Ctx): string | null {
  return c.req.header("CF-Connecting-IP") ?? null;
}

/**
 * Returns what a limit per address counts: an IPv4 address, or the /64 network of an IPv6 address, because one
 * connection has 2^64 IPv6 addresses (D50).
 */
export function clientNetwork(c: Ctx): string | null {
  const ip = clientIp(c);
  return ip === null ? null : networkOf(ip);
}

function networkOf(ip: string): string {
  if (!ip.includes(":")) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  const [head = "", tail] = ip.toLowerCase().split("::", 2);
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill("0"), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
