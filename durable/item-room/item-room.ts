import { retryable } from "cloudflare:durable-objects";
import { DurableObject } from "cloudflare:workers";
import { ERROR_STATUS } from "#contract/errors";
import { LIVE_PING, LIVE_PONG } from "#contract/holds/live";
import type { Result } from "#domain/result";
import { batch, connect, type Database, type Query } from "../../worker/db/client.ts";
import { liveSessionIds } from "../../worker/db/sessions.ts";
import type { Row } from "../../worker/db/stored-row.ts";
import { errorText, log } from "../../worker/log.ts";
import type { RoomEnv } from "../env.ts";
import { answerClose } from "../socket-guard.ts";
import type { Call } from "./command.ts";
import { peek } from "./commands/item.ts";
import { COMMANDS, type CommandName } from "./dispatch.ts";
import { IDLE_MS } from "./due.ts";
import { type NegotiationCalls, NegotiationSockets } from "./negotiation-sockets.ts";
import { NegotiationStore } from "./negotiation-store.ts";
import { RESTORING, UPDATING } from "./refusals.ts";
import { CLOSED, itemOfRoom, roomName } from "./room-name.ts";
import { RoomRunner } from "./room-runner.ts";
import { type ItemRoomRpc, ROOM_HEADERS } from "./rpc.ts";
import { Viewers } from "./sockets.ts";
import { isDirty, isOrderUnprojected, type RoomState } from "./state.ts";
import { activeNegotiations } from "./views.ts";

const STATE_KEY = "room";

/**
 * One item's room: the only writer of its availability (D29). This class connects storage, D1, sockets and alarm to the
 * runner; the rules are in the commands. Objects are named by the item's id.
 */
export class ItemRoom<Env extends RoomEnv = RoomEnv> extends DurableObject<Env> implements ItemRoomRpc {
  /** Not private, so that a test can replace it with a failing database. Fields are not reachable over RPC. */
  db: Database;
  readonly #runner: RoomRunner;
  readonly #viewers: Viewers;
  readonly #negotiations: NegotiationSockets;
  /** The alarm as last set by this instance; undefined when unknown. Saves a billed write when nothing changes. */
  #armed: number | null | undefined;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.db = connect(env.DB);
    const { kv } = ctx.storage;
    const now = () => Date.now();
    const d1 = (queries: Query[]) => batch<Row[]>(this.db, queries);
    const report = (problem: string, details: Record<string, unknown>) =>
      log("error", { room: ctx.id.name, problem, ...details });
    const negotiations = new NegotiationStore({ kv, now, d1, report });
    this.#viewers = new Viewers(ctx, now);
    this.#negotiations = new NegotiationSockets(this.#viewers, {
      calls: () => this.negotiationCalls(),
      liveSessions: (userId, ids) => liveSessionIds(this.db, userId, ids, now()),
      report,
    });
    this.#runner = new RoomRunner(this.itemId, {
      now,
      origin: env.APP_ORIGIN,
      read: () => kv.get<RoomState>(STATE_KEY),
      write: (state, alarm, changed) =>
        ctx.storage.transactionSync(() => {
          kv.put(STATE_KEY, state);
          for (const negotiation of changed) negotiations.put(negotiation);
          this.#arm(alarm);
        }),
      arm: (alarm) => this.#arm(alarm),
      // biome-ignore lint/style/noRestrictedGlobals: the object may die first, so it only does what the next alarm repeats.
      later: (work) => setTimeout(work, 0),
      negotiations,
      d1,
      committed: (state) => this.#viewers.broadcast(state),
      negotiated: (buyerId, conversation) =>
        ctx.waitUntil(this.#negotiations.push(buyerId, { type: "negotiation", conversation })),
      notified: (userId) => this.notified(userId),
      report,
    });
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(LIVE_PING, LIVE_PONG));
  }

  protected get itemId(): string {
    return itemOfRoom(this.ctx.id.name ?? "");
  }

  /** Whether the database was restored since this room was in use, so that it must not write to it. */
  #isOutdated(): boolean {
    const { ROOM_GENERATION: generation } = this.env;
    return generation === CLOSED || this.ctx.id.name !== roomName(this.itemId, generation);
  }

  async execute({ command: name, input }: Call<CommandName>): Promise<Result<unknown>> {
    if (this.#isOutdated()) return RESTORING;
    const command = COMMANDS.get(name);
    if (!command) return UPDATING;
    return this.#runner.execute(command, input as never);
  }

  async settle(): Promise<void> {
    if (!this.#isOutdated()) await this.#runner.settle();
  }

  async countViewers(refresh?: string): Promise<number> {
    const state = await this.#loaded();
    if (!state) return 0;
    return refresh === undefined ? this.#viewers.count(state) : this.#viewers.touch(refresh, state);
  }

  async countNegotiations(): Promise<number> {
    const state = await this.#loaded();
    return state ? activeNegotiations(state, Date.now()) : 0;
  }

  async forget(userId: string): Promise<void> {
    if (this.#isOutdated()) return;
    // The state says whether they are the seller. Nothing of the person may be written to D1 again.
    await this.#loaded();
    this.#runner.forgetPerson(userId);
    if (!this.#runner.state) return;
    await this.#runner.settle();
    if (!this.#runner.isSettled()) return;
    await this.#empty();
  }

  async ping(): Promise<boolean> {
    return this.ctx.storage.kv.get(STATE_KEY) !== undefined;
  }

  /** Opens the live channel. It is a request because RPC cannot pass a socket. */
  override async fetch(request: Request): Promise<Response> {
    const viewer = request.headers.get(ROOM_HEADERS.viewer);
    if (request.headers.get("Upgrade") !== "websocket" || viewer === null) return new Response(null, { status: 400 });
    if (this.#isOutdated()) return new Response(null, { status: 503 });
    const found = await this.#runner.execute(peek, undefined);
    if (!found.ok) return new Response(null, { status: ERROR_STATUS[found.code] });
    const { state } = this.#runner;
    if (!state) return new Response(null, { status: 404 });
    if (!this.#viewers.admits(viewer)) return new Response(null, { status: 503 });
    const { 0: client, 1: server } = new WebSocketPair();
    const userId = request.headers.get(ROOM_HEADERS.user);
    const sessionId = request.headers.get(ROOM_HEADERS.session);
    this.#viewers.accept(server, { userId, sessionId, key: viewer }, state);
    return new Response(null, { status: 101, webSocket: client });
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    if (this.#viewers.message(socket, message)) await this.#negotiations.receive(socket, message);
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    answerClose(socket, code);
    if (this.#runner.state) this.#viewers.announcePresence(this.#runner.state, socket);
  }

  override webSocketError(socket: WebSocket): void {
    answerClose(socket, 1000);
  }

  /** Never throws and always re-arms, because the platform drops an alarm after six failed tries. */
  override async alarm(): Promise<void> {
    this.#armed = undefined;
    if (this.#isOutdated()) return this.#stop();
    try {
      await this.#runner.settle();
      if (this.#runner.disposable()) await this.#dispose();
    } catch (error) {
      log("error", { room: this.ctx.id.name, problem: "alarm", error: errorText(error) });
    } finally {
      this.#runner.rearm();
    }
  }

  /** Deletes the storage of an idle room. D1 has everything, and the next use reads it back. */
  async #dispose(): Promise<void> {
    if (this.#viewers.open().length > 0) {
      this.#runner.keepUntil(Date.now() + IDLE_MS);
      return;
    }
    await this.#empty();
  }

  /** Ends a room of another generation. What D1 had not received belongs to the time that the restore took back. */
  async #stop(): Promise<void> {
    const { state } = this.#runner;
    if (state && isDirty(state)) {
      const orders = state.orders.filter((order) => isOrderUnprojected(state, order)).map(({ id }) => id);
      log("warn", { room: this.ctx.id.name, problem: "changes before a restore dropped", rev: state.rev, orders });
    }
    for (const socket of this.ctx.getWebSockets()) socket.close(1012, "restored");
    await this.#empty();
  }

  /** Deletes memory, storage and alarm. The state goes first and at once, so that no call finds it meanwhile. */
  async #empty(): Promise<void> {
    this.#runner.forget();
    this.ctx.storage.kv.delete(STATE_KEY);
    this.#armed = null;
    await this.ctx.storage.deleteAll();
  }

  /** Null while D1 cannot be read: the counts are optional. */
  async #loaded(): Promise<RoomState | null> {
    return this.#runner.load().catch(() => null);
  }

  /** Called after D1 has a new notification. The deployed subclass delivers it. */
  protected notified(_userId: string): void {}

  /** What the frames of a negotiation call. The deployed subclass passes the Worker's commands. */
  protected negotiationCalls(): NegotiationCalls | null {
    return null;
  }

  #arm(at: number | null): void {
    if (at === this.#armed) return;
    if (at === null) void this.ctx.storage.deleteAlarm();
    else void this.ctx.storage.setAlarm(at);
    this.#armed = at;
  }
}

// Every command is idempotent on an id that its caller passes, so it may be repeated after a lost connection.
const { execute, settle, countViewers, countNegotiations, forget } = ItemRoom.prototype;
retryable(execute, settle, countViewers, countNegotiations, forget);
