/**
 * Negotiations of a room, in its own storage and in D1, from which they are read after the room's storage was deleted.
 */

import type { NegotiationSession } from "#domain/negotiation/negotiation-session";
import type { Query } from "../../worker/db/client.ts";
import type { Row } from "../../worker/db/stored-row.ts";
import { errorText } from "../../worker/log.ts";
import { negotiationFromRows, negotiationQueries, negotiationStatements } from "./negotiation-rows.ts";

/** A negotiation and how much of it D1 has. */
interface StoredNegotiation {
  v: 1;
  conversation: NegotiationSession;
  seen_rev: number;
  seen_count: number;
}

interface StorePorts {
  kv: SyncKvStorage;
  now(): number;
  d1(queries: Query[]): Promise<Row[][]>;
  report(problem: string, details: Record<string, unknown>): void;
}

const PREFIX = "talk:";
const RETRY_MS = 5_000;

export class NegotiationStore {
  readonly #ports: StorePorts;
  #loaded: Map<string, StoredNegotiation> | undefined;
  #retryAt: number | null = null;

  constructor(ports: StorePorts) {
    this.#ports = ports;
  }

  /**
   * Reads the buyer's negotiation from D1 into memory unless it is here already. It is not stored, because an erasure does
   * not wake a room that has stored nothing. Throws when D1 cannot be read.
   */
  async load(itemId: string, buyerId: string): Promise<void> {
    if (this.find(buyerId)) return;
    const conversation = negotiationFromRows(await this.#ports.d1(negotiationQueries(itemId, buyerId)));
    // Another message may have opened it during the read.
    if (!conversation || this.find(buyerId)) return;
    const { rev: seen_rev, count: seen_count } = conversation;
    this.#all().set(buyerId, { v: 1, conversation, seen_rev, seen_count });
  }

  find(buyerId: string): NegotiationSession | null {
    return this.#all().get(buyerId)?.conversation ?? null;
  }

  /** Stores a changed negotiation. Call it in the transaction that writes the room's state. */
  put(conversation: NegotiationSession): void {
    const before = this.#all().get(conversation.buyer_id);
    this.#store({ v: 1, conversation, seen_rev: before?.seen_rev ?? -1, seen_count: before?.seen_count ?? 0 });
  }

  /** Returns when a failed write to D1 is retried; null when D1 has everything. */
  due(): number | null {
    return this.clean() ? null : (this.#retryAt ?? this.#ports.now() + RETRY_MS);
  }

  /** Whether D1 has everything. */
  clean(): boolean {
    return this.#unseen().length === 0;
  }

  /** Writes to D1 what it has not received. Never throws, because the reply does not depend on it. */
  async flush(): Promise<void> {
    for (const { conversation, ...seen } of this.#unseen()) {
      try {
        await this.#ports.d1(negotiationStatements(conversation, seen));
        const now = this.#all().get(conversation.buyer_id);
        if (now) this.#store({ ...now, seen_rev: conversation.rev, seen_count: conversation.count });
        this.#retryAt = null;
      } catch (error) {
        this.#ports.report("conversation not projected", { error: errorText(error) });
        this.#retryAt = this.#ports.now() + RETRY_MS;
        return;
      }
    }
  }

  /** Drops the negotiations in memory. Called before the storage is deleted; D1 has everything. */
  forget(): void {
    this.#loaded = new Map();
  }

  /** Deletes the buyer's negotiation here. It is read from D1 when it is next used. */
  drop(buyerId: string): void {
    this.#ports.kv.delete(PREFIX + buyerId);
    this.#all().delete(buyerId);
  }

  dropAll(): void {
    for (const buyerId of [...this.#all().keys()]) this.drop(buyerId);
  }

  #all(): Map<string, StoredNegotiation> {
    this.#loaded ??= new Map(
      [...this.#ports.kv.list<StoredNegotiation>({ prefix: PREFIX })].map(([, stored]) => [
        stored.conversation.buyer_id,
        stored,
      ]),
    );
    return this.#loaded;
  }

  #store(stored: StoredNegotiation): void {
    this.#ports.kv.put(PREFIX + stored.conversation.buyer_id, stored);
    this.#all().set(stored.conversation.buyer_id, stored);
  }

  #unseen(): StoredNegotiation[] {
    return [...this.#all().values()].filter((stored) => stored.conversation.rev > stored.seen_rev);
  }
}
