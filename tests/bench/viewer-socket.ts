/**
 * Sockets that only receive. The `WebSocket` class is too slow here: its events for a thousand viewers take longer than
 * the server needs to send, and its garbage collection would appear as slow viewers.
 */
import { randomBytes } from "node:crypto";
import { get } from "node:http";
import type { Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Headers } from "./signed-in-users.ts";

/** Raw bytes from the socket, and the time they arrived. */
export interface Arrival {
  at: number;
  bytes: Buffer;
}

setFlagsFromString("--expose-gc");

/** Collects garbage before a measurement, so that it does not happen during one. */
export const collectGarbage = runInNewContext("gc") as () => void;

const LONG = 126;

/** Returns the text of a frame. Server frames are not masked, and ours are shorter than 64 KB. */
export function textOf(frame: Buffer): string {
  const short = frame[1] ?? 0;
  const head = short === LONG ? 4 : 2;
  return frame.toString("utf8", head, head + (short === LONG ? frame.readUInt16BE(2) : short));
}

/** Opens a socket. `heard` receives the raw bytes of each message; they are parsed after the measurement. */
export function watch(url: string, headers: Headers, heard: (arrival: Arrival) => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const request = get(url, {
      agent: false,
      headers: {
        ...headers,
        Connection: "Upgrade",
        Upgrade: "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": randomBytes(16).toString("base64"),
      },
    });
    request.on("upgrade", (_reply, socket) => {
      socket.on("data", (bytes: Buffer) => heard({ at: performance.timeOrigin + performance.now(), bytes }));
      resolve(socket);
    });
    request.on("response", ({ statusCode }) => reject(new Error(`${url}: a viewer was not let in (${statusCode}).`)));
    request.on("error", reject);
  });
}
