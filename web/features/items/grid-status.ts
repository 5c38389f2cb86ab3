import { useEffect, useState } from "react";
import type { ItemCard, ItemLiveStatus, ItemStatusReply } from "#contract/items";
import { api, unwrap } from "../../lib/api-client.ts";
import { isIdle, onReturn } from "../../lib/user-activity.ts";

/** A card with the server time of its page, to decide whether the status call is newer. */
export interface ListedItem {
  item: ItemCard;
  at: number;
}

/** The latest state of a card from the status call, with the server time of that reply. */
export interface CardStatus extends ItemLiveStatus {
  at: number;
}

export const GRID_POLL_MS = 5_000;
/** While nobody holds an item on screen. */
export const CALM_POLL_MS = 10_000;
const IDLE_POLL_MS = 60_000;
/** Timers are early or late by a little. */
const TOLERANCE_MS = 500;
const IDS_MAX = 60;

/**
 * Polls the states of all cards on screen in one call: every five seconds while a buyer holds one of them (D48), otherwise
 * every ten seconds, and once a minute while nobody uses the tab (D66). Cards register their element; cards scrolled out of view are skipped, and a hidden tab does not poll. Only
 * cards whose state changed render again.
 */
export class GridStatus {
  private readonly statuses = new Map<string, CardStatus>();
  private readonly listeners = new Set<() => void>();
  private readonly elements = new Map<Element, string>();
  private readonly onScreen = new Set<Element>();
  private observer: IntersectionObserver | null = null;
  private timer: ReturnType<typeof setInterval> | undefined;
  private asking = false;
  private askedAt = Number.NEGATIVE_INFINITY;
  private readonly ask: (ids: string[]) => Promise<ItemStatusReply>;

  constructor(ask: (ids: string[]) => Promise<ItemStatusReply>) {
    this.ask = ask;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  statusOf(id: string): CardStatus | undefined {
    return this.statuses.get(id);
  }

  /** Follows a card while its element is on screen. Returns the clean-up for a ref callback. */
  watch(element: Element, id: string): () => void {
    this.elements.set(element, id);
    this.observer?.observe(element);
    return () => {
      this.observer?.unobserve(element);
      this.elements.delete(element);
      this.onScreen.delete(element);
    };
  }

  /** Starts polling. Returns a stop function. */
  start(): () => void {
    this.observer = new IntersectionObserver((entries) => this.onIntersect(entries));
    for (const element of this.elements.keys()) this.observer.observe(element);
    document.addEventListener("visibilitychange", this.onVisibility);
    const stopListening = onReturn(() => void this.refresh());
    this.onVisibility();
    return () => {
      stopListening();
      document.removeEventListener("visibilitychange", this.onVisibility);
      clearInterval(this.timer);
      this.timer = undefined;
      this.observer?.disconnect();
      this.observer = null;
      this.onScreen.clear();
    };
  }

  private readonly onVisibility = () => {
    clearInterval(this.timer);
    this.timer = undefined;
    if (document.visibilityState === "hidden") return;
    this.timer = setInterval(() => {
      if (performance.now() - this.askedAt >= this.pause() - TOLERANCE_MS) void this.refresh();
    }, GRID_POLL_MS);
    void this.refresh();
  };

  private pause(): number {
    if (isIdle()) return IDLE_POLL_MS;
    const held = this.shownIds().some((id) => (this.statuses.get(id)?.reserved_until ?? null) !== null);
    return held ? GRID_POLL_MS : CALM_POLL_MS;
  }

  private onIntersect(entries: IntersectionObserverEntry[]): void {
    for (const entry of entries) {
      if (entry.isIntersecting) this.onScreen.add(entry.target);
      else this.onScreen.delete(entry.target);
    }
  }

  async refresh(): Promise<void> {
    const ids = this.shownIds();
    if (this.asking || ids.length === 0) return;
    this.asking = true;
    this.askedAt = performance.now();
    try {
      const reply = await this.ask(ids);
      this.take(reply);
    } catch {
      // The cards keep their state; the next tick polls again.
      this.askedAt = Number.NEGATIVE_INFINITY;
    } finally {
      this.asking = false;
    }
  }

  /** Keyed by element, because one item may be in two rows of which only one is on screen. */
  private shownIds(): string[] {
    const ids = new Set<string>();
    for (const element of this.onScreen) {
      const id = this.elements.get(element);
      if (id !== undefined) ids.add(id);
    }
    return [...ids].slice(0, IDS_MAX);
  }

  private take(reply: ItemStatusReply): void {
    let changed = false;
    for (const item of reply.items) {
      const before = this.statuses.get(item.id);
      const same =
        before !== undefined &&
        before.status === item.status &&
        before.reserved_until === item.reserved_until &&
        before.reserved_by_you === item.reserved_by_you &&
        before.price === item.price &&
        before.line_length === item.line_length;
      // An unchanged state keeps its object identity, so that its card does not render again; only its time is updated.
      if (same) before.at = reply.server_now;
      else this.statuses.set(item.id, { ...item, at: reply.server_now });
      changed ||= !same;
    }
    if (changed) for (const listener of this.listeners) listener();
  }
}

function itemStatuses(ids: readonly string[]): Promise<ItemStatusReply> {
  return unwrap(api.api.items.status.$get({ query: { ids: ids.join(",") } }));
}

/** Runs the combined status call while the screen is mounted. */
export function useGridStatus(): GridStatus {
  const [grid] = useState(() => new GridStatus(itemStatuses));
  useEffect(() => grid.start(), [grid]);
  return grid;
}
