/** Bindings of the Durable Objects. The Worker's environment extends them. */
export interface DatabaseEnv {
  DB: D1Database;
}

export interface RoomEnv extends DatabaseEnv {
  /** For links in emails; may be empty. */
  APP_ORIGIN: string;
}
