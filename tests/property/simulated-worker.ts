/**
 * A simulated Worker: the production commands and jobs, on a simulated D1 and simulated item rooms. It crashes at any
 * call, and replies of D1 get lost.
 */
import type Stripe from "stripe";
import type { IdPrefix } from "#domain/ids";
import type { Call } from "../../durable/item-room/command.ts";
import { COMMANDS, type CommandName } from "../../durable/item-room/dispatch.ts";
import { RoomRunner } from "../../durable/item-room/room-runner.ts";
import { connect } from "../../worker/db/client.ts";
import type { AppEnv } from "../../worker/env.ts";
import type { Services } from "../../worker/services.ts";
import { type Database, DIED, SimulatedPlatform } from "./simulated-platform.ts";

type Params = (string | number | null)[];

/** Faults, and a race that the database refuses: an order was paid after it was found to be missed. */
const CAUSED = new RegExp(
  [
    "the Worker has crashed",
    "D1_ERROR: Network",
    "Rehearsed failure",
    "connection to Stripe",
    "the object was reset",
    "couldn't load this item",
    "a strike needs a missed order",
  ].join("|"),
);

/** Throws an error that no fault has caused, because it is a bug. */
export function causedByFault(error: unknown): void {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (CAUSED.test(cause.message)) return;
  throw error;
}

export class SimulatedWorker {
  now: number;
  readonly database: Database;
  readonly rooms = new Map<string, SimulatedPlatform>();
  /** Calls the Worker may still make; null for any number. */
  callsLeft: number | null = null;
  /** Whether the next D1 batch of the Worker is carried out and its reply lost. */
  loseReply = false;
  stripe: Stripe | null = null;
  /** What the Worker's commands are given. */
  readonly services: Services;
  /** The same for reads of the test, which never fail. */
  readonly observer: Services;
  readonly #deferred: Promise<unknown>[] = [];
  #serial = 0;

  constructor(database: Database, now: number, env: Partial<AppEnv> = {}) {
    this.database = database;
    this.now = now;
    this.services = this.#make(env, () => this.spend());
    this.observer = this.#make(env, () => undefined);
  }

  addItem(id: string, sellerId: string, priceCents: number): void {
    const make = (itemId: string, ports: ConstructorParameters<typeof RoomRunner>[1]) => new RoomRunner(itemId, ports);
    this.rooms.set(id, new SimulatedPlatform(this.database, id, priceCents, this.now, make));
    this.database.run("UPDATE items SET seller_id = ? WHERE id = ?", sellerId, id);
  }

  /** The item's room at the Worker's time. */
  room(id: string): SimulatedPlatform {
    const platform = this.rooms.get(id);
    if (!platform) throw new Error(`no room ${id}`);
    platform.now = this.now;
    return platform;
  }

  /** Every call of the Worker to D1, a room or Stripe passes here. */
  spend(): void {
    if (this.callsLeft === null) return;
    if (this.callsLeft-- <= 0) throw new Error("the Worker has crashed");
  }

  #make(env: Partial<AppEnv>, spend: () => void): Services {
    const d1 = {
      prepare: (text: string) => this.#statement(text, [], spend),
      batch: async (statements: { text: string; params: Params }[]) => {
        spend();
        await Promise.resolve();
        const replies = this.database.transaction(() =>
          statements.map(({ text, params }) => ({ results: this.database.run(text, ...params) })),
        );
        if (!this.loseReply) return replies;
        this.loseReply = false;
        throw new Error("D1_ERROR: Network connection lost.");
      },
    };
    return {
      env: { ROOM_GENERATION: "", ...env, ITEM_ROOM: { getByName: (id: string) => this.#stub(id, spend) } },
      db: connect(d1 as unknown as D1Database),
      now: () => this.now,
      newId: (prefix: IdPrefix) => `${prefix}_w${++this.#serial}`,
      stripe: () => this.stripe,
      cardsPaused: () => false,
      defer: (work: Promise<unknown>) => void this.#deferred.push(work.catch(causedByFault)),
    } as unknown as Services;
  }

  /** Waits for deferred work. */
  async settled(): Promise<void> {
    while (this.#deferred.length > 0) await this.#deferred.pop();
  }

  #stub(id: string, spend: () => void) {
    return {
      execute: async (call: Call<CommandName>) => {
        spend();
        const command = COMMANDS.get(call.command);
        if (!command) throw new Error(`no command ${call.command}`);
        const answer = await this.room(id).ask(command, call.input as never);
        if (answer === DIED) throw Object.assign(new Error("the object was reset"), { remote: true, retryable: true });
        return answer;
      },
      settle: async () => {
        spend();
        await this.room(id).settle();
      },
    };
  }

  #statement(text: string, params: Params, spend: () => void) {
    const trip = async () => {
      spend();
      await Promise.resolve();
    };
    const all = async () => {
      await trip();
      return { results: this.database.run(text, ...params), success: true };
    };
    return {
      text,
      params,
      bind: (...values: Params) => this.#statement(text, values, spend),
      all,
      run: all,
      raw: async () => {
        await trip();
        return this.database.arrays(text, ...params);
      },
    };
  }
}
