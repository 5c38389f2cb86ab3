/**
 * A minimal Worker that shows what the runtime itself can do. `npm run bench` runs it in the same process and on the
 * same database as the app, and compares the two.
 */
import { DurableObject } from "cloudflare:workers";

interface BareEnv {
  DB: D1Database;
  ROOM: DurableObjectNamespace<BareRoom>;
}

/** As large as the stored state of an item room without orders. */
const STATE = { v: 1, item: "x".repeat(500) };

/** As large as a snapshot of an item's live channel; the time of sending is added in front. */
const FRAME = "x".repeat(260);

/** A Durable Object with only the measured operations. */
export class BareRoom extends DurableObject<BareEnv> {
  async read(): Promise<number> {
    return this.ctx.storage.kv.get<{ n: number }>("state")?.n ?? 0;
  }

  async write(): Promise<number> {
    const n = (this.ctx.storage.kv.get<{ n: number }>("state")?.n ?? 0) + 1;
    this.ctx.storage.kv.put("state", { ...STATE, n });
    return n;
  }

  /** The minimum work of a hold: a commit with an alarm, the row in D1, and the count of the buyer's other holds. */
  async hold(item: string, buyer: string): Promise<number> {
    const now = Date.now();
    const n = (this.ctx.storage.kv.get<{ n: number }>("state")?.n ?? 0) + 1;
    this.ctx.storage.transactionSync(() => {
      this.ctx.storage.kv.put("state", { ...STATE, n });
      void this.ctx.storage.setAlarm(now + HOLD_MS);
    });
    const { DB } = this.env;
    const [, others] = await DB.batch<{ others: number }>([
      DB.prepare(
        "UPDATE items SET holder_id = ?, hold_id = ?, hold_kind = 'buy_now', hold_until = ? WHERE id = ?",
      ).bind(buyer, `hld_${buyer}${n}`, now + HOLD_MS, item),
      DB.prepare("SELECT count(*) AS others FROM items WHERE holder_id = ? AND hold_until > ? AND id <> ?").bind(
        buyer,
        now,
        item,
      ),
    ]);
    return others?.results[0]?.others ?? 0;
  }

  override async alarm(): Promise<void> {}

  /**
   * Broadcasts the same text after a write, because the output gate holds a message about a change until it is on disk.
   */
  async tellAll(): Promise<number> {
    await this.write();
    const sockets = this.ctx.getWebSockets();
    const text = JSON.stringify({ server_now: Date.now(), frame: FRAME });
    for (const socket of sockets) socket.send(text);
    return sockets.length;
  }

  override async fetch(): Promise<Response> {
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    return new Response(null, { status: 101, webSocket: client });
  }
}

const HOLD_MS = 600_000;

/**
 * The round trips of a hold without its decisions: account status, three rate limits and the price, then the Durable
 * Object.
 */
async function hold(env: BareEnv, item: string, buyer: string): Promise<number> {
  const now = Date.now();
  const used = (...keys: string[]) =>
    env.DB.prepare(`INSERT INTO throttles (key, count, since) SELECT value, 1, ?1 FROM json_each(?2) WHERE true
      ON CONFLICT (key) DO UPDATE SET count = throttles.count + 1 RETURNING key, count, since`).bind(
      now,
      JSON.stringify(keys),
    );
  await env.DB.batch([
    env.DB.prepare(`SELECT p.* FROM sessions s JOIN accounts a ON a.id = s.account_id
      LEFT JOIN profiles p ON p.id = s.account_id WHERE s.account_id = ? AND s.expires_at > ?`).bind(buyer, now),
    used(`bare:a:${buyer}`, `bare:i:${buyer}`),
    used(`bare:h:${buyer}`),
    env.DB.prepare("SELECT price_cents FROM items WHERE id = ?").bind(item),
  ]);
  return env.ROOM.getByName(item).hold(item, buyer);
}

export default {
  async fetch(request: Request, env: BareEnv): Promise<Response> {
    const url = new URL(request.url);
    const name = url.searchParams.get("name") ?? "";
    switch (url.pathname) {
      case "/constant":
        return Response.json({ ok: true });
      case "/row":
        return Response.json(await env.DB.prepare("SELECT * FROM items WHERE id = ?").bind(name).first());
      case "/page": {
        const page =
          "SELECT * FROM items INDEXED BY items_by_date WHERE listed_as = 'active' ORDER BY listed_or_sold_at DESC, id DESC LIMIT 28";
        return Response.json((await env.DB.prepare(page).all()).results);
      }
      case "/naive-search": {
        const ranked = `SELECT i.* FROM items_fts JOIN items i ON i.rid = items_fts.rowid
          WHERE items_fts MATCH ? AND i.status = 'active' AND i.deleted_at IS NULL ORDER BY bm25(items_fts) LIMIT 28`;
        return Response.json((await env.DB.prepare(ranked).bind(name).all()).results);
      }
      case "/call":
        return Response.json({ n: await env.ROOM.getByName(name).read() });
      case "/write":
        return Response.json({ n: await env.ROOM.getByName(name).write() });
      case "/hold":
        return Response.json({ others: await hold(env, name, url.searchParams.get("buyer") ?? "") });
      case "/tell-all":
        return Response.json({ told: await env.ROOM.getByName(name).tellAll() });
      case "/live":
        return env.ROOM.getByName(name).fetch("https://room/live", { headers: { Upgrade: "websocket" } });
      default:
        return new Response(null, { status: 404 });
    }
  },
} satisfies ExportedHandler<BareEnv>;
