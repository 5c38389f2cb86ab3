/**
 * A simulated platform for one item room: storage that survives crashes, SQLite with the real migrations instead of D1,
 * and injected faults. The room itself is the production code (runner, rules, outbox, projection).
 */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Result } from "#domain/result";
import type { Runnable } from "../../durable/item-room/command.ts";
import { IDLE_MS } from "../../durable/item-room/due.ts";
import type { RoomPorts, RoomRunner } from "../../durable/item-room/room-runner.ts";
import type { RoomState } from "../../durable/item-room/state.ts";
import { type Query, toText } from "../../worker/db/client.ts";
import type { Row } from "../../worker/db/stored-row.ts";

/**
 * Fate of one D1 batch. `refused`: never arrives. `reply_lost`: carried out, but the reply is lost. `dies_before`,
 * `dies_after`: the room's instance dies around it. `late`: the instance dies and the batch arrives some steps later.
 */
export type Fault = "none" | "refused" | "reply_lost" | "dies_before" | "dies_after" | "late";

export const DIED = Symbol("the instance died; what became of the command is unknown");
export type Answer<T> = Result<T> | typeof DIED;

const MIGRATIONS = resolve(import.meta.dirname, "../../migrations");
export const USERS = ["seller", "ann", "ben", "cat"] as const;

/** One database for all runs, because migrating is slow and items are independent. */
export class Database {
  readonly sqlite = new DatabaseSync(":memory:");
  readonly #prepared = new Map<string, StatementSync>();

  constructor() {
    for (const file of readdirSync(MIGRATIONS)
      .filter((name) => name.endsWith(".sql"))
      .sort()) {
      for (const statement of readFileSync(resolve(MIGRATIONS, file), "utf8").split("--> statement-breakpoint")) {
        this.sqlite.exec(statement);
      }
    }
    for (const id of USERS) {
      this.run("INSERT INTO accounts (id, email, created_at) VALUES (?, ?, 0)", id, `${id}@example.com`);
      this.run("INSERT INTO profiles (id, email, created_at, updated_at) VALUES (?, ?, 0, 0)", id, `${id}@example.com`);
    }
  }

  run(sql: string, ...params: (string | number | null)[]): Row[] {
    return this.#prepare(sql, false).all(...params) as Row[];
  }

  /** Returns rows as arrays, which can have two columns of one name. */
  arrays(sql: string, ...params: (string | number | null)[]): unknown[][] {
    return this.#prepare(sql, true).all(...params) as unknown as unknown[][];
  }

  #prepare(sql: string, arrays: boolean): StatementSync {
    const key = `${arrays} ${sql}`;
    const statement = this.#prepared.get(key) ?? this.sqlite.prepare(sql);
    statement.setReturnArrays(arrays);
    this.#prepared.set(key, statement);
    return statement;
  }

  /** Runs a D1 batch as one transaction. */
  batch(queries: Query[]): Row[][] {
    return this.transaction(() =>
      queries.map((query) => {
        const { sql, params } = toText(query);
        return this.run(sql, ...(params as (string | number | null)[]));
      }),
    );
  }

  transaction<T>(work: () => T): T {
    this.sqlite.exec("SAVEPOINT batch");
    try {
      return work();
    } catch (error) {
      this.sqlite.exec("ROLLBACK TO batch");
      throw new Error(`D1_ERROR: ${error instanceof Error ? error.message : error}`);
    } finally {
      this.sqlite.exec("RELEASE batch");
    }
  }

  /** Undoes everything that `work` has written, so that the next history begins with an empty database. */
  async undoing(work: () => Promise<void>): Promise<void> {
    this.sqlite.exec("SAVEPOINT history");
    try {
      await work();
    } finally {
      this.sqlite.exec("ROLLBACK TO history; RELEASE history");
    }
  }
}

export type MakeRunner = (itemId: string, ports: RoomPorts) => RoomRunner;

interface Instance {
  runner: RoomRunner;
  alive: boolean;
  died: Promise<typeof DIED>;
  /** Deferred work, lost when the instance dies. */
  later: (() => void)[];
  kill(): void;
}

export class SimulatedPlatform {
  readonly itemId: string;
  readonly database: Database;
  now: number;
  stored: RoomState | undefined;
  alarm: number | null = null;
  faults: Fault[] = [];
  /** While true, D1 answers reads and refuses writes. */
  outage = false;
  disposals = 0;
  readonly problems: string[] = [];
  readonly #make: MakeRunner;
  #late: Query[][] = [];
  #instance: Instance;

  constructor(database: Database, itemId: string, price: number, now: number, make: MakeRunner) {
    this.database = database;
    this.itemId = itemId;
    this.now = now;
    this.#make = make;
    database.run(
      `INSERT INTO items (id, seller_id, title, price_cents, category, condition, created_at, updated_at)
       VALUES (?, 'seller', 'A lamp', ?, 'other', 'good', 0, 0)`,
      itemId,
      price,
    );
    this.#instance = this.#boot();
  }

  /** Runs a command in the living instance. */
  async ask<Input, Value>(command: Runnable<Input, Value>, input: Input): Promise<Answer<Value>> {
    this.#doLater();
    const { runner, died } = this.#instance;
    return Promise.race([died, runner.execute(command, input)]);
  }

  async settle(): Promise<void> {
    this.#doLater();
    const { runner, died } = this.#instance;
    await Promise.race([died, runner.settle()]);
  }

  /** Runs the alarm if it is due, like the Durable Object's class. */
  async runAlarm(): Promise<void> {
    if (this.alarm === null || this.alarm > this.now) return;
    this.alarm = null;
    const instance = this.#instance;
    await this.settle();
    if (!instance.alive) {
      // Alarms run at least once: an alarm whose instance died runs again.
      this.alarm ??= this.now;
      return;
    }
    if (instance.runner.disposable()) {
      instance.runner.forget();
      this.stored = undefined;
      this.alarm = null;
      this.disposals++;
    }
    instance.runner.rearm();
  }

  /** Runs the deferred work of the previous command; after a crash in between, none of it happens. */
  #doLater(): void {
    for (const work of this.#instance.later.splice(0)) work();
  }

  crash(): void {
    this.#instance.kill();
    this.#instance = this.#boot();
  }

  /** Delivers the delayed batches of dead instances. */
  deliverLate(): void {
    for (const queries of this.#late.splice(0)) {
      try {
        this.database.batch(queries);
      } catch (error) {
        this.problems.push(`late: ${error}`);
      }
    }
  }

  /** Ends all faults, drains the outbox and settles everything due. */
  async settleAll(): Promise<void> {
    this.faults = [];
    this.outage = false;
    this.deliverLate();
    await this.settle();
    this.now += 2 * IDLE_MS;
    await this.runAlarm();
    await this.settle();
  }

  #boot(): Instance {
    let kill = () => undefined as undefined;
    const died = new Promise<typeof DIED>((resolve) => {
      kill = () => {
        instance.alive = false;
        resolve(DIED);
      };
    });
    const mustLive = () => {
      if (!instance.alive) throw new Error("a dead instance wrote to storage");
    };
    const ports: RoomPorts = {
      now: () => this.now,
      origin: "",
      read: () => this.stored && structuredClone(this.stored),
      write: (state, alarm) => {
        mustLive();
        this.stored = structuredClone(state);
        this.alarm = alarm;
      },
      arm: (alarm) => {
        if (instance.alive) this.alarm = alarm;
      },
      later: (work) => instance.later.push(work),
      d1: (queries) => this.#d1(instance, queries),
      committed: () => undefined,
      report: (problem, details) => this.problems.push(`${problem}: ${JSON.stringify(details)}`),
    };
    const instance: Instance = {
      runner: this.#make(this.itemId, ports),
      alive: true,
      died,
      later: [],
      kill: () => kill(),
    };
    return instance;
  }

  async #d1(instance: Instance, queries: Query[]): Promise<Row[][]> {
    const writes = queries.some((query) => !toText(query).sql.startsWith("SELECT"));
    const fault = this.faults.shift() ?? (this.outage && writes ? "refused" : "none");
    // Simulates a round trip, so that other commands run in between.
    for (let i = 0; i < 3; i++) await Promise.resolve();
    if (!instance.alive) return never();
    const dies = () => {
      this.crash();
      return never<Row[][]>();
    };
    if (fault === "refused") throw new Error("D1_ERROR: Network connection lost.");
    if (fault === "dies_before") return dies();
    if (fault === "late") {
      if (writes) this.#late.push(queries);
      return dies();
    }
    const results = this.database.batch(queries);
    await Promise.resolve();
    if (!instance.alive) return never();
    if (fault === "dies_after") return dies();
    if (fault === "reply_lost") throw new Error("D1_ERROR: Network connection lost.");
    return results;
  }
}

function never<T>(): Promise<T> {
  return new Promise<T>(() => undefined);
}
