/** Bindings that the Durable Objects use, and the bindings through which the Worker calls them. */
import type { ItemRoomRpc } from "./item-room/rpc.ts";
import type { MigratorRpc } from "./migrator.ts";
import type { UserChannelRpc } from "./user-channel/rpc.ts";

export interface RoomEnv {
  DB: D1Database;
  /** For links in emails. */
  APP_ORIGIN: string;
  /** Changed when the database is restored (durable/item-room/room-name.ts); "closed" meanwhile. */
  ROOM_GENERATION: string;
}

export interface DurableObjectBindings {
  ITEM_ROOM: DurableObjectNamespace<ItemRoomRpc>;
  MIGRATOR: DurableObjectNamespace<MigratorRpc>;
  USER_CHANNEL: DurableObjectNamespace<UserChannelRpc>;
}
