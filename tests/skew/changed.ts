/**
 * The current Worker with the differences that two releases may have, so that they are tested also while the previous
 * release is nearly the current one. Runs in the runtime; releases.ts puts it in front of the bundle.
 *
 * "newer" plays the next release: it has two more migrations, its Worker sends commands the rooms do not know, and rooms
 * find state, and send replies, with fields nobody knows. "older" plays an earlier one: rooms find state without the
 * fields that came later, and lack a method.
 */
import { env } from "cloudflare:workers";
import type { ItemState } from "#domain/holds/availability";
import type { Call } from "../../durable/item-room/command.ts";
import type { CommandName } from "../../durable/item-room/dispatch.ts";
import type { Outbox, RoomState } from "../../durable/item-room/state.ts";
import { MIGRATIONS } from "../../worker/db/migrations.generated.ts";
import type { AppEnv } from "../../worker/env.ts";
import worker, { ItemRoom as CurrentRoom, Migrator, UserChannel } from "../../worker/index.ts";

export { Migrator, UserChannel };

type Optional<T> = { [Key in keyof T]-?: Partial<Pick<T, Key>> extends Pick<T, Key> ? Key : never }[keyof T];

/** Fields that stored rooms may lack. */
const LATER = {
  room: { compared: true, offers: true, giveaways: true } satisfies Record<Optional<RoomState>, true>,
  item: { marked: true, trade: true, line: true } satisfies Record<Optional<ItemState>, true>,
  outbox: { offer_revs: true, giveaway_revs: true } satisfies Record<Optional<Outbox>, true>,
};

const { CHANGE } = env as unknown as { CHANGE: "newer" | "older" };
const EXTRA = { from_the_next_release: "unknown" };
const withExtra = <T extends object>(value: T): T => ({ ...value, ...EXTRA });

MIGRATIONS.push(
  { name: "9998_next_column.sql", statements: ["ALTER TABLE items ADD COLUMN next_note text"] },
  {
    name: "9999_next_table.sql",
    statements: [
      "CREATE TABLE next_notes (item_id text NOT NULL REFERENCES items(id), note text NOT NULL)",
      "CREATE INDEX next_notes_item ON next_notes (item_id)",
    ],
  },
);

/** Removes the fields that are empty, as they are in state that was stored before they existed. */
function without<T extends object>(value: T, fields: object): T {
  const isEmpty = (field: unknown) => typeof field !== "object" || Object.keys(field ?? {}).length === 0;
  return Object.fromEntries(
    Object.entries(value).filter(([name, field]) => !(name in fields && isEmpty(field))),
  ) as unknown as T;
}

function changedState(state: RoomState): RoomState {
  if (CHANGE === "newer") {
    return withExtra({ ...state, item: withExtra(state.item), orders: state.orders.map(withExtra) });
  }
  const outbox = without(state.outbox, LATER.outbox);
  return { ...without(state, LATER.room), item: without(state.item, LATER.item), outbox };
}

/** Whether the room still stores what the next release had added. */
const hasExtra = (state: RoomState) => [state, state.item].every((part) => "from_the_next_release" in part);

export class ItemRoom extends CurrentRoom {
  constructor(ctx: DurableObjectState, bindings: AppEnv) {
    const { kv } = ctx.storage;
    const stored = kv.get<RoomState>("room");
    if (stored) kv.put("room", changedState(stored));
    super(ctx, bindings);
  }

  override async execute(call: Call<CommandName>) {
    const { kv } = this.ctx.storage;
    const before = kv.get<RoomState>("room");
    const reply = await super.execute(call);
    const after = kv.get<RoomState>("room");
    if (before && after && hasExtra(before) && !hasExtra(after)) {
      throw new Error(`The command ${call.command} dropped a field of the next release.`);
    }
    if (CHANGE === "older" || !reply.ok) return reply;
    const value = typeof reply.value === "object" && reply.value !== null ? withExtra(reply.value) : reply.value;
    return withExtra({ ...reply, value });
  }
}

// To the runtime, a method that is undefined does not exist.
if (CHANGE === "older") Object.defineProperty(ItemRoom.prototype, "countNegotiations", { value: undefined });

/** Calls that were sent once already, under a name that no room knows. */
const sent = new Set<string>();

/** Rooms as the next release's Worker calls them: each command of an item is unknown the first time, then known. */
const calledByNewer = (rooms: AppEnv["ITEM_ROOM"]) =>
  ({
    getByName(name: string, options?: DurableObjectNamespaceGetDurableObjectOptions) {
      const room = rooms.getByName(name, options);
      const execute = ({ command, input }: Call<CommandName>) => {
        const key = `${name} ${command}`;
        const isKnown = sent.has(key);
        sent.add(key);
        const named = isKnown ? command : (`${command}_next` as CommandName);
        return room.execute({ command: named, input: typeof input === "object" ? { ...input, ...EXTRA } : input });
      };
      return new Proxy(room, {
        get: (target, key) =>
          key === "execute"
            ? execute
            : (...args: unknown[]) => Reflect.apply(Reflect.get(target, key), target, args) as unknown,
      });
    },
  }) as unknown as AppEnv["ITEM_ROOM"];

const bindingsOf = (bindings: AppEnv): AppEnv =>
  CHANGE === "newer" ? { ...bindings, ITEM_ROOM: calledByNewer(bindings.ITEM_ROOM) } : bindings;

export default {
  fetch: (request, bindings, ctx) => worker.fetch(request, bindingsOf(bindings), ctx),
  scheduled: (event, bindings, ctx) => worker.scheduled(event, bindingsOf(bindings), ctx),
} satisfies ExportedHandler<AppEnv>;
