/**
 * HTTP/2 proxy in front of the local runtime, like Cloudflare's edge in front of the Worker. workerd alone serves
 * HTTP/1.1, whose six connections make a page of twenty files slower than in production.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { createSecureServer } from "node:http2";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Http2Proxy {
  origin: string;
  close: () => Promise<void>;
}

/** Creates a key and certificate for localhost; the files exist only during this call. Requires openssl. */
function certificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), "goodstreet-edge-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const made = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  try {
    execFileSync("openssl", [...made, "-subj", "/CN=localhost", "-keyout", key, "-out", cert], { stdio: "ignore" });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Hop-by-hop headers, which HTTP/2 forbids. */
const HOP = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade", "proxy-connection", "http2-settings"]);

/** Starts the proxy on this port, with a self-signed certificate. */
export async function startHttp2Proxy(target: string, port: number): Promise<Http2Proxy> {
  const server = createSecureServer({ ...certificate(), allowHTTP1: true }, (incoming, reply) => {
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).filter(([name]) => !name.startsWith(":") && !HOP.has(name)),
    );
    const forward = request(
      target + (incoming.url ?? "/"),
      { method: incoming.method, headers: { ...headers, host: new URL(target).host } },
      (answer) => {
        const endToEnd = Object.entries(answer.headers).filter(([name]) => !HOP.has(name));
        reply.writeHead(answer.statusCode ?? 502, Object.fromEntries(endToEnd));
        answer.pipe(reply);
      },
    );
    forward.on("error", () => {
      reply.writeHead(502);
      reply.end();
    });
    incoming.pipe(forward);
  });
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  await new Promise<void>((ready) => server.listen(port, "127.0.0.1", ready));
  return {
    origin: `https://localhost:${port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        // A browser that was killed may leave a session that never ends.
        for (const socket of open) socket.destroy();
      }),
  };
}
