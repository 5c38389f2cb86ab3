/** Reads from a replica of D1. The operator turns replication on (docs/operations.md); without it these read the primary. */
import { connect, type Database } from "./client.ts";

const replicas = new WeakMap<D1Database, Database>();

/**
 * Returns a client that reads from the nearest replica, which may be some seconds late. Each statement or batch is a
 * session of its own. Only for visitors without a session, who have written nothing that their reads must show. Writes
 * go to the primary.
 */
export function replicaOf(primary: D1Database): Database {
  const known = replicas.get(primary);
  if (known) return known;
  const session = () => primary.withSession("first-unconstrained");
  const binding = {
    prepare: (query: string) => session().prepare(query),
    batch: <T>(statements: D1PreparedStatement[]) => session().batch<T>(statements),
  } as D1Database;
  const database = connect(binding);
  replicas.set(primary, database);
  return database;
}
