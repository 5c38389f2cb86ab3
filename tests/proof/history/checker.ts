/**
 * Checks whether the events have an order, each at one instant between its start and its end, in which the model gives
 * every recorded reply (Wing and Gong's search with Lowe's memoisation).
 */
import type { Event, History } from "./events.ts";
import { initialModel, type Model, stateKey, step } from "./model.ts";

export interface Verdict {
  ok: boolean;
  /** Number of search states visited. */
  nodes: number;
  /** The longest prefix that could be explained, and the events of which none could come next. */
  explained: Event[];
  stuck: Event[];
}

export function check(history: History): Verdict {
  const events = [...history.events].sort((a, b) => a.start - b.start);
  const seen = new Set<string>();
  const taken = new Set<number>();
  const path: number[] = [];
  let nodes = 0;
  let best: { path: number[]; stuck: number[] } = { path: [], stuck: [] };

  /** Returns the events that may come next: those that began before any remaining event ended. */
  const next = (): number[] => {
    let first = Number.POSITIVE_INFINITY;
    for (const [index, event] of events.entries()) if (!taken.has(index)) first = Math.min(first, event.end);
    return events.flatMap((event, index) => (!taken.has(index) && event.start <= first ? [index] : []));
  };

  const search = (model: Model): boolean => {
    nodes++;
    const open = next();
    // Events without a reply need not have happened.
    if (open.every((index) => events[index]?.result === "unknown") && everyAnswerTaken()) return true;
    const place = `${[...taken].sort((a, b) => a - b).join()}|${stateKey(model)}`;
    if (seen.has(place)) return false;
    seen.add(place);
    for (const index of open) {
      const event = events[index] as Event;
      const after = step(history, model, event);
      if (!after) continue;
      taken.add(index);
      path.push(index);
      if (search(after)) return true;
      path.pop();
      taken.delete(index);
    }
    if (path.length >= best.path.length) {
      best = { path: [...path], stuck: open.filter((index) => events[index]?.result !== "unknown") };
    }
    return false;
  };
  const everyAnswerTaken = () => events.every((event, index) => taken.has(index) || event.result === "unknown");

  const ok = search(initialModel(history));
  const of = (indexes: number[]) => indexes.map((index) => events[index] as Event);
  return { ok, nodes, explained: ok ? of(path) : of(best.path), stuck: ok ? [] : of(best.stuck) };
}

/** Describes the verdict for a person who investigates it. */
export function explain(verdict: Verdict): string {
  const line = ({ client, op, start, end, result }: Event) =>
    `${start.toFixed(1)}–${end.toFixed(1)} ${client} ${JSON.stringify(op)} → ${JSON.stringify(result)}`;
  return [
    "explained so far:",
    ...verdict.explained.map(line),
    "none of these can come next:",
    ...verdict.stuck.map(line),
  ].join("\n  ");
}
