/**
 * Sockets that only watch. Not `WebSocket`: a thousand of its events take this process longer than the server needs to send
 * what they bring, and its garbage is collected in the middle of a telling, so that the slowest viewers were the client's.
 */
import { randomBytes } from "node:crypto";
import { get } from "node:http";
import type { Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Headers } from "./people.ts";

/** A message as it came from the line, and when. */
export interface Arrival {
  at: number;
  bytes: Buffer;
}

setFlagsFromString("--expose-gc");

/** What a run has left lying about is not collected while somebody listens. */
export const collectGarbage = runInNewContext("gc") as () => void;

const LONG = 126;

/** The text of a frame. Servers do not mask, and ours says less than 64 KB at a time. */
export function textOf(frame: Buffer): string {
  const short = frame[1] ?? 0;
  const head = short === LONG ? 4 : 2;
  return frame.toString("utf8", head, head + (short === LONG ? frame.readUInt16BE(2) : short));
}

/** Opens one. `heard` gets every message as it is: to read it is for afterwards. */
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
