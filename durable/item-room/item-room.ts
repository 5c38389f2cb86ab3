import { retryable } from "cloudflare:durable-objects";
import { DurableObject } from "cloudflare:workers";
import { ERROR_STATUS } from "#contract/errors";
import { LIVE_PING, LIVE_PONG } from "#contract/holds/live";
import type { AppEnv } from "../../worker/env.ts";
import { log } from "../../worker/log.ts";
import { answerClose } from "../socket-guard.ts";
import type {
  AcceptOfferCommand,
  BeginCheckoutCommand,
  HoldSnapshot,
  ItemRoomCommands,
  NegotiateCommand,
  OrderSnapshot,
  ReserveCommand,
  ReservedHold,
  RewordCommand,
  RoomResult,
  RoomView,
  SellerSetCommand,
} from "./commands.ts";
import { defer } from "./defer.ts";
import { IDLE_MS } from "./due.ts";
import { ROOM_HEADERS } from "./headers.ts";
import type { Row } from "./hydration.ts";
import { Negotiations } from "./negotiations.ts";
import type { Statement } from "./projection.ts";
import * as room from "./room.ts";
import * as orders from "./room-orders.ts";
import { RoomRunner } from "./room-runner.ts";
import * as sales from "./room-sales.ts";
import * as trades from "./room-trades.ts";
import * as line from "./room-waitlist.ts";
import { activeNegotiations, Viewers } from "./sockets.ts";
import type { RoomState } from "./state.ts";

type CommandOf<K extends keyof ItemRoomCommands> = Parameters<ItemRoomCommands[K]>[0];

const STATE_KEY = "room";

/**
 * One item's room: the only writer of its availability (D29). This class connects storage, D1, sockets and alarm to the
 * runner; the rules are in room.ts. Objects are named by the item's id.
 */
export class ItemRoom extends DurableObject<AppEnv> implements ItemRoomCommands {
  /** Not private, so that a test can replace it with a failing database. Fields are not reachable over RPC. */
  db: D1Database;
  readonly #runner: RoomRunner;
  readonly #watchers: Viewers;
  readonly #negotiations: Negotiations;
  /** The alarm as last set by this instance; undefined when unknown. Saves a billed write when nothing changes. */
  #armed: number | null | undefined;

  constructor(ctx: DurableObjectState, env: AppEnv) {
    super(ctx, env);
    this.db = env.DB;
    const now = () => Date.now();
    const report = (problem: string, details: Record<string, unknown>) =>
      log("error", { room: ctx.id.name, problem, ...details });
    this.#watchers = new Viewers(ctx, now);
    this.#runner = new RoomRunner(ctx.id.name ?? "", {
      now,
      origin: env.APP_ORIGIN,
      read: () => ctx.storage.kv.get<RoomState>(STATE_KEY),
      write: (state, alarm) =>
        ctx.storage.transactionSync(() => {
          ctx.storage.kv.put(STATE_KEY, state);
          this.#negotiations.writeStaged();
          this.#arm(alarm);
        }),
      arm: (alarm) => this.#arm(alarm),
      later: defer,
      due: () => this.#negotiations.due(),
      d1: (statements) => this.#batch(statements),
      committed: (state) => this.#watchers.broadcast(state),
      notified: (userId) => this.notified(userId),
      report,
    });
    this.#negotiations = new Negotiations(this.#runner, {
      kv: ctx.storage.kv,
      now,
      d1: (statements) => this.#batch(statements),
      notify: (userId, conversation) => this.#watchers.sendTo(userId, { type: "negotiation", conversation }),
      report,
    });
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(LIVE_PING, LIVE_PONG));
  }

  /** Answers from its storage, whether or not the item exists. For the health check. */
  async ping(): Promise<boolean> {
    return this.ctx.storage.kv.get(STATE_KEY) !== undefined;
  }

  async peek(): Promise<RoomResult<{ view: RoomView }>> {
    return this.#watched(await this.#runner.execute(room.peek, undefined));
  }

  async reserve(command: ReserveCommand): Promise<RoomResult<ReservedHold>> {
    const reply = await this.#runner.execute(room.reserve, command);
    if (!reply.ok || reply.hold.hold_id !== command.holdId) return reply;
    const others = this.#runner.otherHolds(command.holdId);
    return others === null ? reply : { ...reply, other_holds: others };
  }

  release(command: { userId: string }): Promise<RoomResult<{ released: boolean }>> {
    return this.#runner.execute(room.release, command);
  }

  acknowledge(command: { userId: string }): Promise<RoomResult<{ hold: HoldSnapshot }>> {
    return this.#runner.execute(room.acknowledge, command);
  }

  async beginCheckout(command: BeginCheckoutCommand): Promise<RoomResult<{ order: OrderSnapshot }>> {
    const reply = await this.#runner.execute(room.beginCheckout, command, command.orderId);
    if (!reply.ok) return reply;
    return (await this.#runner.withdrawRefusedOrder(command.orderId)) ?? reply;
  }

  submitEvidence(command: CommandOf<"submitEvidence">) {
    return this.#runner.execute(orders.submitEvidence, command, command.orderId);
  }

  confirmPayment(command: CommandOf<"confirmPayment">) {
    return this.#runner.execute(orders.confirmPayment, command, command.orderId);
  }

  denyPayment(command: CommandOf<"denyPayment">) {
    return this.#runner.execute(orders.denyPayment, command, command.orderId);
  }

  cancelOrder(command: CommandOf<"cancelOrder">) {
    return this.#runner.execute(orders.cancelOrder, command, command.orderId);
  }

  collectOrder(command: CommandOf<"collectOrder">) {
    return this.#runner.execute(orders.collectOrder, command, command.orderId);
  }

  attachIntent(command: CommandOf<"attachIntent">) {
    return this.#runner.execute(orders.attachIntent, command, command.orderId);
  }

  cardPaid(command: CommandOf<"cardPaid">) {
    return this.#runner.execute(orders.cardPaid, command, command.orderId);
  }

  cardFailed(command: CommandOf<"cardFailed">) {
    return this.#runner.execute(orders.cardFailed, command, command.orderId);
  }

  cardCancelled(command: CommandOf<"cardCancelled">) {
    return this.#runner.execute(orders.cardCancelled, command, command.orderId);
  }

  cardRefunded(command: CommandOf<"cardRefunded">) {
    return this.#runner.execute(orders.cardRefunded, command, command.orderId);
  }

  reversePayment(command: CommandOf<"reversePayment">) {
    return this.#runner.execute(orders.reversePayment, command, command.orderId);
  }

  refundOrder(command: CommandOf<"refundOrder">) {
    return this.#runner.execute(orders.refundOrder, command, command.orderId);
  }

  openDispute(command: CommandOf<"openDispute">) {
    return this.#runner.execute(orders.openDispute, command, command.orderId);
  }

  resolveDispute(command: CommandOf<"resolveDispute">) {
    return this.#runner.execute(orders.resolveDispute, command, command.orderId);
  }

  endGiveaway(command: CommandOf<"endGiveaway">) {
    return this.#runner.execute(orders.endGiveaway, command, command.orderId);
  }

  closeOrder(command: CommandOf<"closeOrder">) {
    return this.#runner.execute(orders.closeOrder, command, command.orderId);
  }

  handOver(command: CommandOf<"handOver">) {
    return this.#runner.execute(orders.handOver, command, command.orderId);
  }

  settle(): Promise<void> {
    return this.#runner.settle();
  }

  async sellerSet(command: SellerSetCommand): Promise<RoomResult<{ view: RoomView }>> {
    return this.#watched(await this.#runner.execute(room.sellerSet, command));
  }

  async markSold(command: CommandOf<"markSold">) {
    const reply = await this.#runner.execute(sales.markSold, command);
    if (!reply.ok || !command.buyer) return reply;
    return (await this.#runner.withdrawRefusedOrder(command.buyer.orderId)) ?? reply;
  }

  undoSold(command: CommandOf<"undoSold">) {
    return this.#runner.execute(sales.undoSold, command);
  }

  lockForTrade(command: CommandOf<"lockForTrade">) {
    return this.#runner.execute(trades.lockForTrade, command);
  }

  unlockTrade(command: CommandOf<"unlockTrade">) {
    return this.#runner.execute(trades.unlockTrade, command);
  }

  async completeTrade(command: CommandOf<"completeTrade">) {
    const reply = await this.#runner.execute(trades.completeTrade, command);
    if (!reply.ok || !command.deal) return reply;
    return (await this.#runner.withdrawRefusedOrder(command.deal.orderId)) ?? reply;
  }

  joinLine(command: CommandOf<"joinLine">) {
    return this.#runner.execute(line.joinWaitlist, command);
  }

  leaveLine(command: CommandOf<"leaveLine">) {
    return this.#runner.execute(line.leaveWaitlist, command);
  }

  async touchViewer(viewerKey: string): Promise<number> {
    const state = await this.#present();
    return state ? this.#watchers.touch(viewerKey, state) : 0;
  }

  async viewerCount(_viewerKey: string | null): Promise<number> {
    const state = await this.#present();
    return state ? this.#watchers.count(state) : 0;
  }

  async negotiationCount(): Promise<number> {
    const state = await this.#present();
    return state ? activeNegotiations(state, Date.now()) : 0;
  }

  negotiate(command: NegotiateCommand) {
    return this.#negotiations.negotiate(command);
  }

  reword(command: RewordCommand) {
    return this.#negotiations.reword(command);
  }

  acceptOffer(command: AcceptOfferCommand) {
    return this.#negotiations.accept(command);
  }

  conversation(buyerId: string) {
    return this.#negotiations.read(buyerId);
  }

  /** Opens the live channel. It is a request because RPC cannot pass a socket. */
  override async fetch(request: Request): Promise<Response> {
    const viewer = request.headers.get(ROOM_HEADERS.viewer);
    if (request.headers.get("Upgrade") !== "websocket" || viewer === null) return new Response(null, { status: 400 });
    const found = await this.#runner.execute(room.peek, undefined);
    if (!found.ok) return new Response(null, { status: ERROR_STATUS[found.code] });
    const { state } = this.#runner;
    if (!state) return new Response(null, { status: 404 });
    if (!this.#watchers.admits(viewer)) return new Response(null, { status: 503 });
    const { 0: client, 1: server } = new WebSocketPair();
    this.#watchers.accept(server, { userId: request.headers.get(ROOM_HEADERS.user), key: viewer }, state);
    return new Response(null, { status: 101, webSocket: client });
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    this.#watchers.message(socket, message);
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    answerClose(socket, code);
    if (this.#runner.state) this.#watchers.announcePresence(this.#runner.state, socket);
  }

  override webSocketError(socket: WebSocket): void {
    answerClose(socket, 1000);
  }

  /** Never throws and always re-arms, because the platform drops an alarm after six failed tries. */
  override async alarm(): Promise<void> {
    this.#armed = undefined;
    try {
      await this.#runner.settle();
      await this.#negotiations.flush();
      if (this.#runner.disposable() && this.#negotiations.clean()) await this.#dispose();
    } catch (error) {
      log("error", { room: this.ctx.id.name, problem: "alarm", error: String(error) });
    } finally {
      this.#runner.rearm();
    }
  }

  /** Deletes the storage of an idle room. D1 has everything, and the next use reads it back. */
  async #dispose(): Promise<void> {
    if (this.#watchers.open().length > 0) {
      this.#runner.keepUntil(Date.now() + IDLE_MS);
      return;
    }
    this.#runner.forget();
    this.#negotiations.forget();
    this.ctx.storage.kv.delete(STATE_KEY);
    this.#armed = null;
    await this.ctx.storage.deleteAll();
  }

  async #present(): Promise<RoomState | null> {
    try {
      return await this.#runner.load();
    } catch {
      // The viewer count is optional: it is 0 while D1 cannot be read.
      return null;
    }
  }

  /** Called after D1 has a new notification. The deployed subclass delivers it. */
  protected notified(_userId: string): void {}

  #watched(reply: RoomResult<{ view: RoomView }>): RoomResult<{ view: RoomView }> {
    const { state } = this.#runner;
    if (!reply.ok || !state) return reply;
    return { ok: true, view: { ...reply.view, viewers: this.#watchers.count(state) } };
  }

  #arm(at: number | null): void {
    if (at === this.#armed) return;
    if (at === null) void this.ctx.storage.deleteAlarm();
    else void this.ctx.storage.setAlarm(at);
    this.#armed = at;
  }

  async #batch(statements: Statement[]): Promise<Row[][]> {
    const results = await this.db.batch<Row>(statements.map(({ sql, params }) => this.db.prepare(sql).bind(...params)));
    return results.map((result) => result.results);
  }
}

// Every command is idempotent on an id that its caller passes, so it may be repeated after a lost connection.
const commands = ItemRoom.prototype;
retryable(
  commands.peek,
  commands.reserve,
  commands.release,
  commands.acknowledge,
  commands.beginCheckout,
  commands.submitEvidence,
  commands.confirmPayment,
  commands.denyPayment,
  commands.cancelOrder,
  commands.collectOrder,
  commands.attachIntent,
  commands.cardPaid,
  commands.cardFailed,
  commands.cardCancelled,
  commands.cardRefunded,
  commands.reversePayment,
  commands.refundOrder,
  commands.openDispute,
  commands.resolveDispute,
  commands.closeOrder,
  commands.handOver,
  commands.settle,
  commands.sellerSet,
  commands.markSold,
  commands.undoSold,
  commands.lockForTrade,
  commands.unlockTrade,
  commands.completeTrade,
  commands.joinLine,
  commands.leaveLine,
  commands.touchViewer,
  commands.viewerCount,
  commands.negotiationCount,
  commands.negotiate,
  commands.reword,
  commands.acceptOffer,
  commands.conversation,
);
